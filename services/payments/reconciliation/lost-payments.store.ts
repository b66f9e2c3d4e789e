import { type Queries, sql } from "#database/sql.ts"
import type { NewPayment } from "../processing/payments.store.ts"

/** Connects a lost charge of auto pay with the announcement of its bills, if the backup had it. */
export async function markLostCharge(
  tx: Queries,
  {
    client,
    policyNumber,
    billNumbers,
  }: Pick<NewPayment, "client" | "policyNumber" | "billNumbers">,
  paymentId: string,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.announced_charge set payment_id = ${paymentId}
      where client = ${client} and id = (
        select id from myaccount_core.announced_charge
        where client = ${client} and policy_number = ${policyNumber} and payment_id is null
          and closed_at is null and bill_numbers && ${billNumbers ?? []}::integer[]
        order by announced_at desc limit 1)`,
  )
}
