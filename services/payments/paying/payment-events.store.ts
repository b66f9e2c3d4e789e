import { type Queries, sql } from "#database/sql.ts"
import type { PaymentState } from "./state-machine.ts"

export interface PaymentEvent {
  paymentId: string
  status: PaymentState
  reason: string
  at: Date
}

/** The events of these payments, in order. */
export async function findPaymentEvents(
  queries: Queries,
  client: string,
  ids: string[],
): Promise<PaymentEvent[]> {
  return await queries.rows<PaymentEvent>(
    sql`select payment_id, status, reason, at from myaccount_core.payment_event
      where client = ${client} and payment_id = any(${ids}::uuid[])
      order by payment_id, number`,
  )
}
