import type { Queries } from "#database/sql.ts"
import {
  findPaymentEvents,
  findPaymentsOfAccount,
  type Payment,
  type PaymentEvent,
} from "./payments.store.ts"

/** Number of payments in the history: several years' worth. */
const historyLength = 200

interface PaymentWithEvents {
  payment: Payment
  events: PaymentEvent[]
}

/** The payments of an account with their events, newest first. */
export async function findPaymentsWithEvents(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<PaymentWithEvents[]> {
  const payments = await findPaymentsOfAccount(queries, client, accountNumber, historyLength)
  if (payments.length === 0) return []
  const ids = payments.map(({ id }) => id)
  const events = await findPaymentEvents(queries, client, ids)
  const byPayment = Map.groupBy(events, ({ paymentId }) => paymentId)
  return payments.map((payment) => ({ payment, events: byPayment.get(payment.id) ?? [] }))
}
