import { decimalOf } from "#contracts/money.ts"
import type { Queries } from "#database/sql.ts"
import type { EventOutbox } from "#services/events/outbox.ts"
import type { Payment } from "../paying/payments.store.ts"
import type { RefundRow } from "./refunds.store.ts"

/** Notifies the account system, and other systems, of a refund that was made or that failed. */
export async function notifyOfRefund(
  events: EventOutbox,
  tx: Queries,
  payment: Payment,
  refund: RefundRow,
): Promise<void> {
  const type = refund.status === "failed" ? "payment.refundFailed" : "payment.refunded"
  await events.add(tx, payment, type, {
    refundId: refund.id,
    paymentId: payment.id,
    policyNumber: payment.policyNumber,
    amount: decimalOf(refund.amount),
  })
}
