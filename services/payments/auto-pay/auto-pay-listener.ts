import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { dateInWords } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import { dayAt } from "#platform/time-zone.ts"
import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { createStaffTasks } from "../differences/staff-tasks.ts"
import { markAuthorizationGone } from "../methods/payment-methods.store.ts"
import { findAcceptedPayments } from "../paying/payable.store.ts"
import { leftBy } from "../paying/payable.ts"
import type { PaymentDecision, PaymentListener } from "../paying/payment-listener.ts"
import { auditedPayment } from "../paying/payment-presenter.ts"
import { isRefused, refusedReasons, repeatedReasons } from "../paying/payment-reasons.ts"
import type { Payment } from "../paying/payments.store.ts"
import { paidAt } from "../paying/receipt-texts-presenter.ts"
import { isConfirmed } from "../paying/state-machine.ts"
import { findCanceledCharges } from "./auto-pay-failures.store.ts"
import type { AutoPayFailures } from "./auto-pay-failures.ts"
import { insertSuspension, isSuspended } from "./auto-pay-suspensions.store.ts"
import { closeCanceled } from "./dropped-charges.store.ts"
import { failedText, nextTexts } from "./failed-charge-status-presenter.ts"
import { endsAuthorization, methodToSuspend, repeatedDays } from "./failure-rules.ts"
import { partialText } from "./left-bills-presenter.ts"
import { recordRetry } from "./retries.ts"

/** Suspends auto pay after failed charges, and adds what auto pay does next to emails. */
export function createAutoPayListener(
  deps: Deps,
  failures: AutoPayFailures,
  metrics: Pick<PaymentMetrics, "differences" | "unsentChargeNotices">,
): PaymentListener {
  const { database, clock, audit, brands, events, localize, policyAdmin } = deps
  const tasks = createStaffTasks(deps, metrics)

  /** Suspends auto pay after a failed charge if the rules require it, at most once per payment. */
  async function suspendAfter(
    tx: Queries,
    payment: Payment,
    { status, reason }: PaymentDecision,
  ): Promise<void> {
    const isReturn = status === "declined" && isConfirmed(payment.status)
    const failed = { ...payment, status: isReturn ? ("returned" as const) : status, reason }
    if (endsAuthorization(failed)) {
      await markAuthorizationGone(tx, payment.client, payment.methodRecordId, clock.now())
    }
    const methodRecordId = methodToSuspend(failed)
    if (methodRecordId !== null) await suspend(tx, payment, { reason, methodRecordId })
  }

  /**
   * After charges of auto pay for the same bills were canceled on two days: suspends auto pay if
   * the gateway refuses them, and otherwise leaves it to staff.
   */
  async function stopRepeating(
    tx: Queries,
    payment: Payment,
    { reason, timeZone }: PaymentDecision,
  ): Promise<void> {
    const { origin, methodRecordId } = payment
    if (origin !== "autoPay" || !repeatedReasons.some((one) => one === reason)) return
    const counted = isRefused(reason) ? refusedReasons : repeatedReasons
    const made = await findCanceledCharges(tx, payment, counted)
    const days = new Set(made.map((at) => dayAt(at, timeZone).toString())).size
    if (days < repeatedDays) return
    if (!isRefused(reason)) {
      return await tasks.notCharged(tx, payment, `${reason}: on ${days} days`)
    }
    await suspend(tx, payment, { reason, methodRecordId })
    await closeCanceled(tx, payment, clock.now())
  }

  async function suspend(
    tx: Queries,
    payment: Payment,
    { reason, methodRecordId }: Pick<Payment, "reason" | "methodRecordId">,
  ): Promise<void> {
    const { id: paymentId, client, accountNumber, policyNumber, origin } = payment
    const suspension = { methodRecordId, paymentId, reason, suspendedAt: clock.now() }
    const owner = { client, accountNumber, policyNumber }
    const isNew = await insertSuspension(tx, { id: randomUUID(), ...owner, ...suspension })
    if (!isNew || origin !== "autoPay") return
    await audit.record(tx, {
      client,
      accountNumber,
      action: "autoPay.suspend",
      actor: { kind: "system" },
      subjectUserid: null,
      ip: null,
      after: auditedPayment(payment, { ...(reason && { reason }) }),
    })
    await events.add(tx, payment, "autoPay.suspended", { policyNumber, reason, paymentId })
  }

  return {
    async onDecided(tx, payment, decision) {
      await suspendAfter(tx, payment, decision)
      if (decision.status === "canceled") await stopRepeating(tx, payment, decision)
    },

    async isStopped({ origin, client, policyNumber, methodRecordId }) {
      if (origin !== "autoPay") return false
      return await isSuspended(database, client, policyNumber, methodRecordId)
    },

    async textAboutRest(payment) {
      const { client, policyNumber, origin, pays, amount } = payment
      const isPart = pays?.some((bill) => (bill.whole ?? 0) > bill.amount)
      if (origin !== "autoPay" || !isPart) return undefined
      const accepted = await findAcceptedPayments(database, client, policyNumber)
      const left = leftBy({ pays: pays ?? [] }, accepted)
      const rest = left.reduce((sum, bill) => sum + bill.rest, 0)
      const [oldest] = left
      if (!oldest || rest < minimumCharge) return undefined
      const charge = { amount, rest, at: paidAt(payment).toISOString(), dueDate: oldest.dueDate }
      const text = await partialText(
        localize,
        client,
        charge,
        await brands.timeZoneOf(client),
        dateInWords,
      )
      return paragraphsOf(text).join(" ")
    },

    /** The same texts as on the screens, with years, if the return determines the next charge. */
    async afterReturn(payment) {
      const { client, accountNumber, policyNumber } = payment
      const account = await policyAdmin.account(client, accountNumber)
      const policy = account?.products.find((product) => product.policyNumber === policyNumber)
      const today = await brands.todayOf(client)
      const statuses = await failures.failedChargeStatusesOf(payment, policy ? [policy] : [], today)
      const status = statuses.get(policyNumber)
      if (status?.failed.paymentId !== payment.id) return undefined
      const { failed, next } = status
      return {
        texts: [
          await failedText(localize, client, failed, dateInWords),
          ...(await nextTexts(localize, client, status, dateInWords)),
        ],
        async announce(tx, isUnsent) {
          const retry = { ...payment, policy, next, today, isUnsent }
          await recordRetry(tx, retry, clock.now(), metrics)
        },
      }
    },
  }
}
