import { ApiError } from "#contracts/messages.ts"
import type { AutoPayDue } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { type Attempt, attemptKey, attemptOn } from "../auto-pay/auto-pay-attempts.ts"
import { createAutoPayNotices } from "../auto-pay/auto-pay-notices.ts"
import { findChargeable } from "../methods/chargeable-method.ts"
import type { PaymentProcessing } from "../processing/payment-processing.ts"

/** What a run did; `undecided` charges resolve by themselves. */
export interface BillingReport {
  billsIssued: number
  accepted: number
  declined: number
  undecided: number
  /** Due, and not charged now: tried before, paid by the person meanwhile, or without a method. */
  skipped: number
  /** Could not be tried; the next run does. */
  failed: number
  declinesTold: number
  cardsWarnedOf: number
}
type Outcome = "accepted" | "declined" | "undecided" | "skipped" | "failed"

const pageSize = 100
/** Charges under way at the same time. */
const atOnce = 5

/**
 * The day's billing: issues bills, charges what auto pay owes, and tells people what it could not
 * charge. Runs may overlap, be killed and be started again: a charge's key is made of the product,
 * the due date and the attempt, so that each is made once.
 */
export function createBillingRun(deps: Deps, payments: PaymentProcessing) {
  const { database, clock, policyAdmin, brands, log } = deps
  const notices = createAutoPayNotices(deps)

  /**
   * Nothing where the account system does its own billing.
   *
   * Errors: `AccountSystemAway`, the database's own; what was done by then stays done.
   */
  async function run(): Promise<BillingReport | undefined> {
    const { billing } = policyAdmin
    if (!billing) return undefined
    const today = clock.today().toString()
    const billsIssued = await billing.issueBills(today)
    const counts = { accepted: 0, declined: 0, undecided: 0, skipped: 0, failed: 0 }
    let page: AutoPayDue[] = []
    do {
      page = await billing.autoPayDue(today, page.at(-1), pageSize)
      for (let start = 0; start < page.length; start += atOnce) {
        const outcomes = await Promise.all(page.slice(start, start + atOnce).map(charge))
        for (const outcome of outcomes) counts[outcome] += 1
      }
    } while (page.length === pageSize)
    const declinesTold = await notices.tellDeclines()
    const cardsWarnedOf = await notices.tellExpiringCards()
    return { billsIssued, ...counts, declinesTold, cardsWarnedOf }
  }

  async function charge(due: AutoPayDue): Promise<Outcome> {
    const attempt = attemptOn(Temporal.PlainDate.from(due.dueDate), clock.today())
    if (!attempt) return "skipped"
    try {
      return await chargeOnce(due, attempt)
    } catch (error) {
      // Somebody has paid, or is paying, what was due when the page was read.
      if (error instanceof ApiError) return "skipped"
      log.warn(
        { reason: (error as Error).name },
        "Auto pay could not be charged; the next run will.",
      )
      return "failed"
    }
  }

  async function chargeOnce(due: AutoPayDue, attempt: Attempt): Promise<Outcome> {
    const { client, accountNumber, policyNumber, amount, dueDate } = due
    const key = attemptKey(policyNumber, dueDate, attempt)
    if (await payments.byKey(client, accountNumber, key)) return "skipped"
    const owner = { client, accountNumber }
    const recordId = due.paymentMethodRecordId
    const method = await findChargeable(database, owner, recordId, clock.today())
    if (!method) {
      await notices.tellMethodGone(due, attempt)
      return "skipped"
    }
    const payment = await payments.submit({
      ...owner,
      policyNumber,
      method,
      amount,
      key,
      origin: "autoPay",
      siteAddress: await brands.siteAddressOf(client),
      by: { actor: { kind: "system" }, subjectUserid: null, ip: null },
    })
    if (payment.status === "declined") return "declined"
    return payment.confirmationNumber === null ? "undecided" : "accepted"
  }

  return { run }
}

export type BillingRun = ReturnType<typeof createBillingRun>
