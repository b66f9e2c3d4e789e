import { ApiError } from "#contracts/messages.ts"
import type { AutoPayDue, NextCharge, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { type FoundMethod, findChargeable, findGoneReason } from "../methods/chargeable-method.ts"
import { isForgotten } from "../paying/payable.ts"
import { partedBills, payableBillsOf } from "../paying/payable-bills.ts"
import { alreadyPaidError } from "../paying/payable-presenter.ts"
import type { PaymentProcessing } from "../paying/payment-processing.ts"
import { markCharged, markDue } from "./announced-charges.store.ts"
import type { AnnouncedDue } from "./announced-part.ts"
import { attemptKey } from "./auto-pay-attempts.ts"
import type { AutoPayFailures } from "./auto-pay-failures.ts"
import { isSuspended } from "./auto-pay-suspensions.store.ts"
import { createChargeNotices } from "./charge-notices.ts"
import { createDeclineAndExpiryEmails } from "./decline-and-expiry-emails.ts"
import type { DropReason } from "./dropped-charge-email.ts"
import { createDroppedCharges } from "./dropped-charges.ts"
import { reportMissingProduct } from "./missing-product.ts"
import { createMovedSkips } from "./moved-skips.ts"
import { nextChargeOf } from "./next-charge.ts"

/**
 * The counts of one run, so that the reports of overlapping runs add up. `undecided` charges are
 * resolved in the background.
 */
export interface BillingReport {
  billsIssued: number
  /** Products with late bills that are waiting for an operator. */
  productsHeld: number
  accepted: number
  declined: number
  undecided: number
  /**
   * Due charges that this run did not make: already tried, charged by another run, suspended, not
   * announced in time, paid by the customer, too small, without a method, or missing from the
   * account.
   */
  skipped: number
  /** Charges that could not be tried. The next run tries again. */
  failed: number
  /** Number of emails about charges in ten days. */
  chargesAnnounced: number
  /** Number of emails that an announced charge will not be made. */
  cancellationsEmailed: number
  declinesTold: number
  cardsWarnedOf: number
}
type Outcome = "accepted" | "declined" | "undecided" | "skipped" | "failed"

const pageSize = 100
/** Maximum number of held products in the log. */
const mostNamed = 20
/** Number of concurrent charges. */
const atOnce = 5

/**
 * The billing of one client's business day: issues bills unless the account system does, charges
 * auto pay, and emails customers about charges and declines. Runs may overlap, be killed and be
 * restarted: the key of a charge consists of product, due date and attempt, so each charge is made
 * once.
 */
export function createBillingRun(
  deps: Deps,
  payments: PaymentProcessing,
  failures: AutoPayFailures,
) {
  const { database, sharedTime, policyAdmin, brands, log } = deps
  const notices = createDeclineAndExpiryEmails(deps, failures, payments.metrics)
  const droppedCharges = createDroppedCharges(deps, failures)
  const movedSkips = createMovedSkips(deps)
  const chargeNotices = createChargeNotices(deps, failures, payments.metrics, droppedCharges)

  /**
   * Bills one client for `today`, its business day, even if the run lasts past midnight.
   *
   * Errors: `ClocksDiffer`, `AccountSystemAway`, database errors; soon after `signal` aborts, its
   * reason. Completed work stays done.
   */
  async function runOf(
    client: string,
    today: Temporal.PlainDate,
    signal?: AbortSignal,
  ): Promise<BillingReport> {
    // With a wrong clock, `today` may be a future day, and its charges would come without a notice.
    await sharedTime()
    const { billing } = policyAdmin
    const day = today.toString()
    const billsIssued = (await billing.issueBills?.(client, day, signal)) ?? 0
    const held = (await billing.heldBills?.(client, day)) ?? []
    if (held.length > 0) {
      const products = held.slice(0, mostNamed).map(({ policyNumber }) => policyNumber)
      log.warn(
        { client, held: held.length, products },
        "Products have no bill for past periods: npm run my-account -- billing-run --catch-up issues them.",
      )
    }
    await movedSkips.follow(client, today, signal)
    const announced = await chargeNotices.announce(client, today, signal)
    const counts = { accepted: 0, declined: 0, undecided: 0, skipped: 0, failed: 0 }
    let { cancellationsEmailed } = announced
    const listed = new Set<string>()
    let page: AutoPayDue[] = []
    do {
      page = await billing.autoPayDue(client, day, page.at(-1), pageSize)
      const charged = await chargeNotices.announcedOf(client, page, today)
      counts.skipped += page.length - charged.length
      for (let start = 0; start < charged.length; start += atOnce) {
        signal?.throwIfAborted()
        const some = charged.slice(start, start + atOnce)
        const outcomes = await Promise.all(some.map((due) => charge(due, today)))
        for (const outcome of outcomes) {
          const result = outcome === "dropped" ? "skipped" : outcome
          counts[result] += 1
          payments.metrics.billed.inc({ result })
          if (outcome === "dropped") cancellationsEmailed += 1
        }
      }
      const due = page.map(({ policyNumber }) => policyNumber)
      for (const policyNumber of due) listed.add(policyNumber)
      await markDue(database, client, due, day)
    } while (page.length >= pageSize)
    const late = ((await billing.heldCharges?.(client)) ?? []).flatMap(({ policyNumber }) =>
      listed.has(policyNumber) ? [] : [policyNumber],
    )
    // Their announced charges stay open until a read shows the change.
    await markDue(database, client, late, day)
    cancellationsEmailed += await droppedCharges.tell(client, today, late, signal)
    await chargeNotices.closeSettledOf(client, today)
    const declinesTold = await notices.notifyDeclines(client, signal)
    const cardsWarnedOf = await notices.notifyExpiringCards(client, today, signal)
    const productsHeld = held.length
    return {
      billsIssued,
      productsHeld,
      ...counts,
      chargesAnnounced: announced.chargesAnnounced,
      cancellationsEmailed,
      declinesTold,
      cardsWarnedOf,
    }
  }

  /**
   * Bills every client for its business day, at any hour. Undefined without clients.
   *
   * Errors: same as `runOf`.
   */
  async function run(signal?: AbortSignal): Promise<BillingReport | undefined> {
    let total: BillingReport | undefined
    for (const client of await brands.customerClients()) {
      const report = await runOf(client, await brands.todayOf(client), signal)
      total = total ? sumOf(total, report) : report
    }
    return total
  }

  /** `dropped`: not charged, and an email explains the reason. */
  async function charge(
    due: AnnouncedDue,
    today: Temporal.PlainDate,
  ): Promise<Outcome | "dropped"> {
    try {
      return await chargeOnce(due, today)
        // The rejection has stored which bills are paid; the others are charged.
        .catch((error: unknown) => {
          if (!isPaidBefore(error)) throw error
          return chargeOnce(due, today)
        })
        .catch(async (error: unknown) => {
          if (!isPaidBefore(error)) throw error
          const { payments: paidBy = "" } = error.values
          return await drop(due, { kind: "paidBefore", payments: paidBy })
        })
    } catch (error) {
      // The customer has paid, or is paying, the amount since it was read.
      if (error instanceof ApiError) return "skipped"
      log.warn(
        { reason: (error as Error).name },
        "Auto pay could not be charged; the next run will.",
      )
      return "failed"
    }
  }

  async function drop(due: AnnouncedDue, reason: DropReason): Promise<"dropped" | "skipped"> {
    return (await droppedCharges.notifyNotCharged(due, reason)) ? "dropped" : "skipped"
  }

  /** Asks the customer for what a method that cannot be charged leaves unpaid. */
  async function notifyUnusable(due: AnnouncedDue, method: FoundMethod | undefined): Promise<void> {
    const { client, policyNumber, paymentMethodRecordId: recordId } = due
    // Usually, the report about the block has suspended auto pay and told the customer.
    const isBlocked = method !== undefined && method.blockedReason !== ""
    if (isBlocked && (await isSuspended(database, client, policyNumber, recordId))) return
    // A payment of an earlier holder counts, and nothing is requested twice.
    const open = { ...due, amount: await payableBillsOf(deps, due, due.billNumbers) }
    if (open.amount === 0) return
    const own = method && (method.blockedReason || "notVerified")
    const reason = own ?? (await findGoneReason(database, due, recordId))
    if (reason === "methodUnknown") await notices.notifyMethodUnknown(open)
    else await notices.notifyMethodGone(open, reason)
  }

  async function chargeOnce(
    due: AnnouncedDue,
    today: Temporal.PlainDate,
  ): Promise<Outcome | "dropped"> {
    const { client, accountNumber, policyNumber, announcementId } = due
    const owner = { client, accountNumber }
    const recordId = due.paymentMethodRecordId
    const method = await findChargeable(deps, owner, recordId, today)
    if (!method || method.isVerificationFailed || method.blockedReason !== "") {
      await notifyUnusable(due, method)
      return "skipped"
    }
    if (method.isUnverified) return "skipped"
    const account = await policyAdmin.account(client, accountNumber)
    const policy = account?.products.find((product) => product.policyNumber === policyNumber)
    if (!policy) reportMissingProduct(deps, due)
    const planned = policy && (await plannedOf(due, policy, today))
    if (policy && !planned && announcementId !== null && (await isHeld(due))) {
      return await drop(due, { kind: "kept" })
    }
    // It was ended, changed, skipped or paid since the product was read, or carried to the next
    // bill.
    if (!planned || announcementId === null) return "skipped"
    // An older bill that is due, but not announced, can block this charge.
    const bills = { dueDates: [...due.dueDates.slice(0, 1), ...planned.dueDates] }
    const attempt = await failures.attemptOn(due, bills, method.kind, today)
    if (!attempt) return "skipped"
    const key = await openKey(due, attempt.number)
    if (key === undefined) return "skipped"
    let isOurs = false
    const payment = await payments.submit({
      ...owner,
      policyNumber,
      method,
      amount: planned.amount,
      bills: {
        numbers: planned.billNumbers,
        dueDates: planned.dueDates,
        announced: planned.amount,
      },
      key,
      async prepare(now) {
        const again = await plannedOf(due, now, today)
        const stillAllowed = await failures.attemptOn(due, bills, method.kind, today)
        const isSame = isSameCharge(again, planned) && stillAllowed?.number === attempt.number
        if (!isSame) throw new ApiError("autoPay.changed")
        return async (tx, paymentId) => {
          await markCharged(tx, client, announcementId, paymentId)
          return undefined
        }
      },
      origin: "autoPay",
      siteAddress: await brands.siteAddressOf(client),
      by: { actor: { kind: "system" }, subjectUserid: null, ip: null },
      onRecorded() {
        isOurs = true
      },
    })
    if (!isOurs) return "skipped"
    if (payment.status === "declined") return "declined"
    return payment.confirmationNumber === null ? "undecided" : "accepted"
  }

  /**
   * Whether we have the money for these bills, so that none of them is charged. Errors:
   * `payment.billPaid` if our earlier payments have paid all of them.
   */
  async function isHeld(due: AnnouncedDue): Promise<boolean> {
    const { unpaid, paidBefore, held } = await partedBills(deps, due, due.billNumbers)
    if (unpaid.length > 0) return false
    if (!paidBefore.some(isForgotten)) return held.length > 0
    const siteAddress = await brands.siteAddressOf(due.client)
    throw alreadyPaidError(paidBefore, await deps.brandOf(due.client, siteAddress))
  }

  /**
   * The announced charge of this day; undefined if auto pay with this method charges nothing today.
   */
  async function plannedOf(
    due: AnnouncedDue,
    policy: Policy,
    today: Temporal.PlainDate,
  ): Promise<NextCharge | undefined> {
    const { next, method, none, announcementId } = await nextChargeOf(deps, due, policy, today)
    const isToday = next?.date === today.toString() && none === null
    const isAnnounced = announcementId === due.announcementId
    return isToday && isAnnounced && method?.recordId === due.paymentMethodRecordId
      ? next
      : undefined
  }

  /**
   * The idempotency key of the attempt; undefined if it was used. An attempt without an answer does
   * not use up its key.
   */
  async function openKey(due: AutoPayDue, attempt: number): Promise<string | undefined> {
    const { client, accountNumber, policyNumber, dueDate } = due
    for (let repetition = 0; ; repetition += 1) {
      const key = attemptKey(policyNumber, dueDate, attempt, repetition)
      const made = await payments.byKey(client, accountNumber, key)
      if (!made) return key
      if (made.status !== "canceled") return undefined
    }
  }

  return { run, runOf }
}

function isPaidBefore(error: unknown): error is ApiError {
  return error instanceof ApiError && error.messageId === "payment.billPaid"
}

function isSameCharge(one: NextCharge | undefined, other: NextCharge): boolean {
  return one?.amount === other.amount && String(one.billNumbers) === String(other.billNumbers)
}

function sumOf(one: BillingReport, other: BillingReport): BillingReport {
  const sum = { ...one }
  for (const count of Object.keys(one) as (keyof BillingReport)[]) sum[count] += other[count]
  return sum
}

export type BillingRun = ReturnType<typeof createBillingRun>
