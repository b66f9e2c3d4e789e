import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { Charge } from "#ports/payment-gateway/port.ts"
import type { AuditAction } from "#services/audit/audit.ts"
import type { Deps } from "#services/deps.ts"
import type { PaymentEmails } from "../emails/payment-emails.ts"
import { auditedPayment, refundReason } from "../payment-presenter.ts"
import { isNumberTaken, lockPayment, writeStep } from "./charging.store.ts"
import { createConfirmationNumber } from "./confirmation-number.ts"
import { findPayment, type Payment } from "./payments.store.ts"
import { isConfirmed, isTakenBack, isUndecided, nextStates } from "./state-machine.ts"

/** A process that holds a payment for longer counts as stopped, and another process continues. */
export const claimSeconds = 30

/** Our reasons to decline a payment, in addition to those of the gateway. */
type OwnReason = "away" | "methodGone" | "tooLate" | "alreadyPaid"

/** Reasons of payments that ended without a decision of a card network or bank. */
const givenUp = ["away", "tooLate", "alreadyPaid"]

/** Whether a payment ended without a decision of a card network or bank. Nothing was charged. */
export function wasGivenUp({ status, reason }: Pick<Payment, "status" | "reason">): boolean {
  return status === "declined" && givenUp.includes(reason)
}

const recordedAs: Partial<Record<Charge["status"], AuditAction>> = {
  accepted: "payment.accept",
  declined: "payment.decline",
  returned: "payment.return",
  partlyRefunded: "payment.refund",
  refunded: "payment.refund",
  inquiry: "payment.dispute",
  disputed: "payment.dispute",
  disputeWon: "payment.dispute",
  disputeLost: "payment.dispute",
}

/** The states to write. A further refund in part is written as well, although the state stays. */
function stepsOf(
  { status, refunded }: Payment,
  told: Pick<Charge, "status" | "refundedAmount">,
): Charge["status"][] {
  const steps = nextStates(status, told.status)
  if (steps.length > 0 || told.refundedAmount <= refunded || isUndecided(status)) return steps
  return isConfirmed(status) ? [status as Charge["status"]] : []
}

const mostTries = 5

/**
 * Runs the transaction again if another payment of the product took the same number meanwhile: a
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

/** Changes the state of a submitted payment. Each change writes one step and one event. */
export function createStateChanges(deps: Deps, emails: PaymentEmails) {
  const { database, clock, audit, wakeEmail, log } = deps

  /**
   * Writes what the gateway reports about a payment. Reports may repeat and arrive in any order.
   * If the customer is `away` from the screen, an email tells them about a decline.
   */
  async function applyGatewayResult(
    id: string,
    told: Omit<Charge, "key" | "amount">,
    person: "here" | "away",
  ): Promise<void> {
    const before = await findPayment(database, id)
    if (!before) return
    const isDecline = told.status === "declined" && isUndecided(before.status)
    const mail = isDecline && person === "away" ? await emails.declined(before, told.reason) : null
    await repeatTakenNumber(database, async (tx) => {
      const payment = await lockPayment(tx, id)
      if (!payment) return
      let current = payment
      for (const to of stepsOf(payment, told)) {
        if (current.status === "declined") log.error({ payment: id }, "Declined, and yet charged.")
        current = await step(tx, current, to, told)
      }
      const isDeclined = current.status === "declined" && current !== payment
      if (isDeclined) await mail?.(tx)
    })
    wakeEmail()
  }

  /** Declines for one of our reasons, unless another process has claimed the payment. */
  async function decline(payment: Payment, reason: OwnReason): Promise<void> {
    const mail = payment.tries > 1 ? await emails.declined(payment, reason) : null
    await database.transaction(async (tx) => {
      const current = await lockPayment(tx, payment.id)
      if (current?.tries !== payment.tries || !isUndecided(current.status)) return
      await step(tx, current, "declined", { reason })
      await mail?.(tx)
    })
    wakeEmail()
  }

  /** Writes that the gateway did not answer, so that money may have moved. */
  async function markUnknown({ id, gatewayReference, refunded }: Payment): Promise<void> {
    await writeStep(database, id, {
      from: "submitted",
      to: "unknown",
      reason: "",
      gatewayReference,
      refunded,
      confirmationNumber: null,
      now: clock.now(),
      claimedUntil: claimedUntil(),
    })
  }

  async function step(
    tx: Queries,
    payment: Payment,
    to: Charge["status"],
    told: Partial<Pick<Charge, "reference" | "refundedAmount">> & { reason: string },
  ): Promise<Payment> {
    const reason = to === "declined" || isTakenBack(to) ? told.reason : ""
    const gatewayReference = told.reference || payment.gatewayReference
    const refunded = Math.max(payment.refunded, told.refundedAmount ?? 0)
    const confirmed = isConfirmed(to)
    const confirmationNumber =
      payment.confirmationNumber ?? (confirmed ? createConfirmationNumber() : null)
    const hasWork =
      (confirmed && payment.appliedAt === null) || (isTakenBack(to) && to !== payment.status)
    await writeStep(tx, payment.id, {
      from: payment.status,
      to,
      reason,
      ...(refunded > payment.refunded && { eventReason: refundReason(refunded) }),
      gatewayReference,
      refunded,
      confirmationNumber,
      now: clock.now(),
      claimedUntil: hasWork ? claimedUntil() : null,
    })
    const action = recordedAs[to]
    if (action) {
      const { client, accountNumber } = payment
      await audit.record(tx, {
        client,
        accountNumber,
        action,
        actor: { kind: "system" },
        subjectUserid: null,
        ip: null,
        after: auditedPayment(
          { ...payment, refunded },
          {
            ...(reason && { reason }),
            ...(gatewayReference && { gatewayReference }),
            ...(confirmationNumber && { confirmationNumber }),
          },
        ),
      })
    }
    return { ...payment, status: to, reason, gatewayReference, refunded, confirmationNumber }
  }

  function claimedUntil(): Date {
    return later(clock.now(), { seconds: claimSeconds })
  }

  return { applyGatewayResult, decline, markUnknown }
}
