import { errorName } from "#platform/error-name.ts"
import { earlier, later } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import { type Charge, GatewayAway, MethodGone } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import type { PaymentEmails } from "../emails/payment-emails.ts"
import { paidAt } from "../payment-presenter.ts"
import { markApplied, markReversed, workLater } from "./charging.store.ts"
import { findPayment, type Payment } from "./payments.store.ts"
import { createStateChanges } from "./state-changes.ts"
import { isConfirmed, isUndecided } from "./state-machine.ts"

/** After this, a payment that was not charged is declined: the customer no longer expects it. */
const chargeWithinHours = 12
const firstWaitSeconds = 2
const longestWaitSeconds = 30

/** Continues a payment from its current state. Safe to repeat, and in several processes at once. */
export function createCharging(deps: Deps, emails: PaymentEmails) {
  const { database, clock, policyAdmin, gateway, brands, wakeEmail, log } = deps
  const changes = createStateChanges(deps, emails)

  /** Does what can be done now and leaves the rest to a later claim. Never throws. */
  async function run(payment: Payment): Promise<void> {
    try {
      if (isUndecided(payment.status)) await decide(payment)
      await post(payment.id)
    } catch (error) {
      const { id, tries } = payment
      log.warn({ payment: id, tries, reason: errorName(error) }, "A payment has to be tried again.")
      const next = later(clock.now(), { seconds: waitAfter(tries) })
      // If this fails too, the claim expires.
      await workLater(database, payment, next).catch(() => undefined)
    }
  }

  async function decide(payment: Payment): Promise<void> {
    const isFirst = payment.tries === 1
    try {
      if (payment.gateway !== gateway.name) throw new Error(`It belongs to ${payment.gateway}.`)
      const charge = (isFirst ? undefined : await gateway.find(payment.id)) ?? (await ask(payment))
      if (charge) await changes.applyGatewayResult(payment.id, charge, isFirst ? "here" : "away")
      else await changes.decline(payment, "tooLate")
    } catch (error) {
      // Only on the first try is it certain that no earlier try has charged.
      if (error instanceof MethodGone) return await changes.decline(payment, "methodGone")
      if (isFirst && error instanceof GatewayAway) return await changes.decline(payment, "away")
      await changes.markUnknown(payment)
      throw error
    }
  }

  /** Undefined when the payment is too old to charge. */
  async function ask(payment: Payment): Promise<Charge | undefined> {
    const { id, methodReference, amount, productDesc, policyNumber, submittedAt } = payment
    if (submittedAt < earlier(clock.now(), { hours: chargeWithinHours })) return undefined
    const description = `${productDesc} ${policyNumber}`
    return await gateway.charge({ key: id, reference: methodReference, amount, description })
  }

  /**
   * Posts the payment in the account system, or posts its return. The call is made outside any
   * transaction and may be repeated; the process that then marks the payment sends the email.
   */
  async function post(id: string): Promise<void> {
    const payment = await findPayment(database, id)
    if (!payment || !isConfirmed(payment.status)) return
    if (payment.appliedAt === null) {
      const { client, accountNumber, policyNumber, amount } = payment
      const paidOn = dayAt(paidAt(payment), await brands.timeZoneOf(client)).toString()
      await policyAdmin.applyPayment({
        client,
        paymentId: id,
        accountNumber,
        policyNumber,
        amount,
        paidOn,
      })
      const mail = await emails.receipt(payment)
      await database.transaction(async (tx) => {
        const isFirst = await markApplied(tx, id, clock.now())
        if (isFirst) await mail?.(tx)
      })
    }
    if (payment.status === "returned" && payment.reversedAt === null) {
      const today = await brands.todayOf(payment.client)
      await policyAdmin.returnPayment(payment.client, id, today.toString())
      const mail = await emails.returned(payment)
      await database.transaction(async (tx) => {
        const isFirst = await markReversed(tx, id, clock.now())
        if (isFirst) await mail?.(tx)
      })
    }
    wakeEmail()
  }

  return { run, applyGatewayResult: changes.applyGatewayResult }
}

/** Seconds until the next try. They are short because a customer may be waiting. */
function waitAfter(tries: number): number {
  return Math.min(firstWaitSeconds * 2 ** (tries - 1), longestWaitSeconds)
}
