import { type Queries, sql } from "#database/sql.ts"
import type { NewPayment } from "../paying/payments.store.ts"

/** Connects a lost auto pay charge to the announcement of its bills, if the backup contained it. */
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
    sql`update myaccount_core.announced_charge a set payment_id = ${paymentId}
      where a.client = ${client} and a.policy_number = ${policyNumber} and a.payment_id is null
        and a.closed_at is null and a.bill_numbers && ${billNumbers ?? []}::integer[]
        and not exists (select from myaccount_core.announced_charge newer
          where newer.client = a.client and newer.policy_number = a.policy_number
            and newer.payment_id is null and newer.closed_at is null
            and newer.bill_numbers && a.bill_numbers
            and (newer.announced_at, newer.id) > (a.announced_at, a.id))`,
  )
}

/** Whether the client has payments or methods of this account with the gateway. */
export async function hasUsed(queries: Queries, client: string, gateway: string): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 where exists (select from myaccount_core.payment
          where client = ${client} and gateway = ${gateway})
        or exists (select from myaccount_core.payment_method
          where client = ${client} and gateway = ${gateway})`,
  )
  return rows.length > 0
}
