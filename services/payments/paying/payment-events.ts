import { decimalOf } from "#contracts/money.ts"
import type { Queries } from "#database/sql.ts"
import type { EventOutbox } from "#services/events/outbox.ts"
import type { Payment } from "./payments.store.ts"

/**
 * Notifies the account system, and other systems, of the state that a payment has entered. Refunds
 * have their own events; other states do not have any.
 */
export async function notifyOfStep(
  events: EventOutbox,
  tx: Queries,
  payment: Payment,
): Promise<void> {
  const { status, reason } = payment
  const facts = {
    paymentId: payment.id,
    policyNumber: payment.policyNumber,
    amount: decimalOf(payment.amount),
    origin: payment.origin,
    method: payment.methodKind,
    confirmationNumber: payment.confirmationNumber,
  }
  switch (status) {
    case "accepted":
      return await events.add(tx, payment, "payment.accepted", facts)
    case "declined":
      return await events.add(tx, payment, "payment.declined", { ...facts, reason })
    case "returned":
      return await events.add(tx, payment, "payment.returned", { ...facts, reason })
    case "inquiry":
    case "disputed":
    case "disputeWon":
    case "disputeLost":
      return await events.add(tx, payment, "payment.disputed", { ...facts, status })
  }
}
