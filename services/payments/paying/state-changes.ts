import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { later } from "#platform/time.ts"
import type { Charge } from "#ports/payment-gateway/port.ts"
import type { AuditAction } from "#services/audit/audit.ts"
import type { Deps } from "#services/deps.ts"
import { createStaffTasks } from "../differences/staff-tasks.ts"
import { lockPayment, writeStep } from "./charging.store.ts"
import { confirmationNumberOf } from "./confirmation-number.ts"
import type { PaymentEmails } from "./payment-emails.ts"
import { notifyOfStep } from "./payment-events.ts"
import type { PaymentListener } from "./payment-listener.ts"
import { auditedPayment } from "./payment-presenter.ts"
import type { CancelReason, Ending } from "./payment-reasons.ts"
import { findPayment, isNumberTaken, type Payment } from "./payments.store.ts"
import { mayHaveLeft } from "./reply-time.ts"
import {
  isConfirmed,
  isTakenBack,
  isUndecided,
  nextStates,
  type PaymentState,
} from "./state-machine.ts"
import { countFromZero, countStates } from "./state-metrics.ts"

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

/**
 * Seconds after which a process that holds a payment counts as stopped, and another one continues.
 */
export const claimSeconds = 30

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
  listener: Pick<PaymentListener, "onDecided">,
  metrics: Pick<PaymentMetrics, "states" | "differences">,
) {
  const { database, clock, audit, brands, events, wakeEmail, log } = deps
  const tasks = createStaffTasks(deps, metrics)
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
    const timeZone = await brands.timeZoneOf(client)
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
      await listener.onDecided(tx, current, { ...told, timeZone })
      const isDeclined = current.status === "declined" && current !== payment
      if (isDeclined) await mail?.(tx)
    })
    countStates(metrics, steps)
    wakeEmail()
  }

  /**
   * Ends a payment that was not charged, unless another process has claimed it. A customer who is
   * not `here` to read the answer gets an email.
   */
  async function end(
    payment: Payment,
    { status, reason, detail }: Ending,
    person?: "here" | "away",
  ): Promise<void> {
    const { client, id, tries } = payment
    const isAway = tries > 1 || mayHaveLeft(payment, clock.now())
    const email = status === "declined" ? emails.declined : emails.canceled
    const isTold = (person ?? (isAway ? "away" : "here")) === "here"
    const mail = isTold ? null : await email(payment, reason)
    const timeZone = await brands.timeZoneOf(client)
    const ended = await database.transaction(async (tx) => {
      const current = await lockPayment(tx, client, id)
      if (current?.tries !== tries || !isUndecided(current.status)) return []
      const last = await step(tx, payment, status, { reason })
      if (detail !== "") await tasks.notCharged(tx, last, detail)
      await listener.onDecided(tx, last, { ...last, timeZone })
      await mail?.(tx)
      return [last]
    })
    countStates(metrics, ended)
    wakeEmail()
  }

  /** Cancels a payment that was not charged, unless another process has claimed it. */
  async function cancel(
    payment: Payment,
    reason: CancelReason,
    person?: "here" | "away",
  ): Promise<void> {
    await end(payment, { status: "canceled", reason, detail: "" }, person)
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
      ...(refunded > payment.refunded && { refundedTotal: refunded }),
      gatewayReference,
      chargeReference: told.chargeReference,
      refunded,
      confirmationNumber,
      now: clock.now(),
      claimedUntil: hasWork ? claimedUntil() : null,
    })
    if (to === "accepted") await tasks.charged(tx, payment)
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

  return { applyGatewayResult, end, cancel, markUnknown }
}
