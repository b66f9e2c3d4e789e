import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { later } from "#platform/time.ts"
import { type Charge, reasonClasses } from "#ports/payment-gateway/port.ts"
import type { AuditAction } from "#services/audit/audit.ts"
import type { Deps } from "#services/deps.ts"
import type { ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import { insertSuspension } from "../auto-pay/auto-pay-suspensions.store.ts"
import { methodToSuspend } from "../auto-pay/failure-rules.ts"
import { lockPayment, writeStep } from "./charging.store.ts"
import { confirmationNumberOf } from "./confirmation-number.ts"
import type { PaymentEmails } from "./payment-emails.ts"
import { notifyOfStep } from "./payment-events.ts"
import { auditedPayment, refundReason } from "./payment-presenter.ts"
import { findPayment, isNumberTaken, type Payment } from "./payments.store.ts"
import {
  isConfirmed,
  isTakenBack,
  isUndecided,
  nextStates,
  type PaymentState,
} from "./state-machine.ts"

const mostTries = 5

/**
 * Repeats the transaction if another payment of the product took the same number in the meantime: a
 * late payment takes the next one.
 */
async function repeatTakenNumber(
  database: Deps["database"],
  work: (tx: Queries) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(work)
    } catch (error) {
      if (!isNumberTaken(error) || tries === mostTries) throw error
    }
  }
}

const cancelReasons: Record<CancelReason, true> = {
  away: true,
  tooLate: true,
  alreadyPaid: true,
  suspended: true,
  notAuthenticated: true,
}
const known = new Set([...Object.keys(reasonClasses), ...Object.keys(cancelReasons), "methodGone"])

/**
 * Initializes the counters behind alerts at 0: an alert does not notice growth in a counter that
 * first appears above 0.
 */
function countFromZero({ states }: Pick<PaymentMetrics, "states">): void {
  for (const origin of ["payNow", "autoPay"]) {
    states.inc({ origin, state: "accepted", reason: "" }, 0)
    for (const reason of [...Object.keys(reasonClasses), "methodGone"]) {
      states.inc({ origin, state: "declined", reason }, 0)
    }
  }
}

/** Counts the states that payments entered. Call it after the transaction that saved them. */
function countStates(
  { states }: Pick<PaymentMetrics, "states">,
  payments: readonly Pick<Payment, "origin" | "status" | "reason">[],
): void {
  for (const { origin, status, reason } of payments) {
    const counted = reason === "" || known.has(reason) ? reason : "other"
    states.inc({ origin, state: status, reason: counted })
  }
}

/**
 * Seconds after which a process that holds a payment counts as stopped, and another one continues.
 */
export const claimSeconds = 30

/**
 * Why a payment was canceled: the gateway was unavailable while the customer waited, the payment
 * was not charged in time, an earlier payment was charged after all, auto pay was suspended in the
 * meantime, or the customer did not confirm it with their bank.
 */
export type CancelReason = "away" | "tooLate" | "alreadyPaid" | "suspended" | "notAuthenticated"

const recordedAs: Partial<Record<PaymentState, AuditAction>> = {
  accepted: "payment.accept",
  declined: "payment.decline",
  canceled: "payment.cancel",
  returned: "payment.return",
  partlyRefunded: "payment.refund",
  refunded: "payment.refund",
  inquiry: "payment.dispute",
  disputed: "payment.dispute",
  disputeWon: "payment.dispute",
  disputeLost: "payment.dispute",
}

/**
 * The states to write. Another partial refund is also written, although the state does not change.
 */
function stepsOf(
  { status, refunded }: Payment,
  told: Pick<Charge, "status" | "refundedAmount">,
): Charge["status"][] {
  const steps = nextStates(status, told.status)
  if (steps.length > 0 || told.refundedAmount <= refunded || isUndecided(status)) return steps
  return isConfirmed(status) ? [status as Charge["status"]] : []
}

/** Changes the state of a submitted payment. Each change writes one step and one event. */
export function createStateChanges(
  deps: Deps,
  emails: PaymentEmails,
  metrics: Pick<PaymentMetrics, "states">,
) {
  const { database, clock, audit, events, wakeEmail, log } = deps
  countFromZero(metrics)

  /**
   * Saves what the gateway reports about a payment. Reports may repeat and arrive in any order. If
   * the customer is `away` from the screen, a decline is emailed to them.
   */
  async function applyGatewayResult(
    { client, id }: Pick<Payment, "client" | "id">,
    told: Omit<Charge, "key" | "amount">,
    person: "here" | "away",
  ): Promise<void> {
    const before = await findPayment(database, client, id)
    if (!before) return
    const isDecline = told.status === "declined" && isUndecided(before.status)
    const mail = isDecline && person === "away" ? await emails.declined(before, told.reason) : null
    const steps: Payment[] = []
    await repeatTakenNumber(database, async (tx) => {
      steps.length = 0
      const payment = await lockPayment(tx, client, id)
      if (!payment) return
      let current = payment
      for (const to of stepsOf(payment, told)) {
        const { status } = current
        if (status === "declined" || status === "canceled") {
          log.error({ payment: id }, "Declined or canceled, and yet charged.")
        }
        current = await step(tx, current, to, told)
        steps.push(current)
      }
      await suspendAfter(tx, current, told)
      const isDeclined = current.status === "declined" && current !== payment
      if (isDeclined) await mail?.(tx)
    })
    countStates(metrics, steps)
    wakeEmail()
  }

  /**
   * Declines the payment because the gateway has removed the method, unless another process has
   * claimed it.
   */
  async function declineMethodGone(payment: Payment): Promise<void> {
    const told = { status: "declined", reason: "methodGone" } as const
    const mail = payment.tries > 1 ? await emails.declined(payment, told.reason) : null
    await endWithoutCharge(payment, mail, async (tx) => {
      const declined = await step(tx, payment, told.status, told)
      await suspendAfter(tx, declined, told)
      return declined
    })
  }

  /** Cancels a payment that was not charged, unless another process has claimed it. */
  async function cancel(
    payment: Payment,
    reason: CancelReason,
    person: "here" | "away" = payment.tries > 1 ? "away" : "here",
  ): Promise<void> {
    const mail = person === "away" ? await emails.canceled(payment, reason) : null
    await endWithoutCharge(payment, mail, async (tx) => {
      return await step(tx, payment, "canceled", { reason })
    })
  }

  async function endWithoutCharge(
    { client, id, tries }: Payment,
    mail: ReadyEmail | null,
    end: (tx: Queries) => Promise<Payment>,
  ): Promise<void> {
    const ended = await database.transaction(async (tx) => {
      const current = await lockPayment(tx, client, id)
      if (current?.tries !== tries || !isUndecided(current.status)) return []
      const payment = await end(tx)
      await mail?.(tx)
      return [payment]
    })
    countStates(metrics, ended)
    wakeEmail()
  }

  /** Suspends auto pay after a failed charge if the rules require it, at most once per payment. */
  async function suspendAfter(
    tx: Queries,
    payment: Payment,
    told: { status: PaymentState; reason: string },
  ): Promise<void> {
    const isReturn = told.status === "declined" && isConfirmed(payment.status)
    const failed = { ...payment, ...told, ...(isReturn && { status: "returned" as const }) }
    const methodRecordId = methodToSuspend(failed)
    if (methodRecordId === null) return
    const { id: paymentId, client, accountNumber, policyNumber, origin } = payment
    const isNew = await insertSuspension(tx, {
      id: randomUUID(),
      ...{ client, accountNumber, policyNumber, methodRecordId, paymentId },
      reason: told.reason,
      suspendedAt: clock.now(),
    })
    if (!isNew || origin !== "autoPay") return
    const after = auditedPayment(payment, { ...(told.reason && { reason: told.reason }) })
    await recordBySystem(tx, payment, "autoPay.suspend", after)
    const facts = { policyNumber, reason: told.reason, paymentId }
    await events.add(tx, payment, "autoPay.suspended", facts)
  }

  /** Records that the gateway did not answer, so that money may have moved. */
  async function markUnknown(payment: Payment): Promise<void> {
    const { client, id, gatewayReference, refunded } = payment
    const isWritten = await writeStep(database, client, id, {
      from: "submitted",
      to: "unknown",
      reason: "",
      gatewayReference,
      refunded,
      confirmationNumber: null,
      now: clock.now(),
      claimedUntil: claimedUntil(),
    })
    if (isWritten) countStates(metrics, [{ ...payment, status: "unknown", reason: "" }])
  }

  async function step(
    tx: Queries,
    payment: Payment,
    to: PaymentState,
    told: Partial<Pick<Charge, "reference" | "chargeReference" | "refundedAmount">> & {
      reason: string
    },
  ): Promise<Payment> {
    const hasReason = to === "declined" || to === "canceled" || isTakenBack(to)
    const reason = hasReason ? told.reason : ""
    const gatewayReference = told.reference || payment.gatewayReference
    const refunded = Math.max(payment.refunded, told.refundedAmount ?? 0)
    const confirmed = isConfirmed(to)
    const confirmationNumber =
      payment.confirmationNumber ?? (confirmed ? confirmationNumberOf(payment) : null)
    const hasWork =
      (confirmed && payment.appliedAt === null) || (isTakenBack(to) && to !== payment.status)
    await writeStep(tx, payment.client, payment.id, {
      from: payment.status,
      to,
      reason,
      ...(refunded > payment.refunded && { eventReason: refundReason(refunded) }),
      gatewayReference,
      chargeReference: told.chargeReference,
      refunded,
      confirmationNumber,
      now: clock.now(),
      claimedUntil: hasWork ? claimedUntil() : null,
    })
    const action = recordedAs[to]
    if (action) {
      const after = auditedPayment(
        { ...payment, refunded },
        {
          ...(reason && { reason }),
          ...(gatewayReference && { gatewayReference }),
          ...(confirmationNumber && { confirmationNumber }),
        },
      )
      await recordBySystem(tx, payment, action, after)
    }
    const now = { ...payment, status: to, reason, gatewayReference, refunded, confirmationNumber }
    await notifyOfStep(events, tx, now)
    return now
  }

  async function recordBySystem(
    tx: Queries,
    { client, accountNumber }: Payment,
    action: AuditAction,
    after: ReturnType<typeof auditedPayment>,
  ): Promise<void> {
    const by = { actor: { kind: "system" }, subjectUserid: null, ip: null } as const
    await audit.record(tx, { client, accountNumber, action, ...by, after })
  }

  function claimedUntil(): Date {
    return later(clock.now(), { seconds: claimSeconds })
  }

  return { applyGatewayResult, declineMethodGone, cancel, markUnknown }
}
