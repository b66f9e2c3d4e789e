import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { AutoPayDue } from "../port.ts"

export interface ProductKey {
  client: string
  policyNumber: string
}

/** Settled products with a due date up to `by` that this account system moved on itself. */
export async function findUnbilled(
  queries: Queries,
  by: string,
  after: ProductKey | undefined,
  limit: number,
): Promise<ProductKey[]> {
  return await queries.rows<ProductKey>(
    sql`select b.client, b.policy_number from policy_admin.billing b
      join policy_admin.policy y using (client, policy_number)
      where b.kind = 'direct' and y.active and b.due_date <= ${by}
        and b.amount_due = 0 and b.past_due_amount = 0 and b.billing_day is not null
        and (b.client, b.policy_number) > (${after?.client ?? ""}, ${after?.policyNumber ?? ""})
      order by b.client, b.policy_number limit ${limit}`,
  )
}

/** The current price of one period, in cents: with the fee if auto pay adds one. */
export async function findPeriodAmount(
  queries: Queries,
  { client, policyNumber }: ProductKey,
): Promise<number | undefined> {
  const row = await oneRow<{ amount: number }>(
    queries,
    sql`select policy_admin.cents(f.amount + case
          when b.has_billing_fee and b.payment_method_record_id is not null then f.fee
          else 0 end)::float8 as amount
      from policy_admin.billing b join policy_admin.frequency f
        on f.client = b.client and f.policy_number = b.policy_number
          and f.code = b.frequency_code
      where b.client = ${client} and b.policy_number = ${policyNumber}`,
  )
  return row?.amount
}

export async function findAutoPayDue(
  queries: Queries,
  today: string,
  after: AutoPayDue | undefined,
  limit: number,
): Promise<AutoPayDue[]> {
  return await queries.rows<AutoPayDue>(
    sql`select * from (
      select b.client, y.account_number, b.policy_number,
        y.product_desc, b.due_date,
        policy_admin.cents(b.amount_due + b.past_due_amount - b.adjustment - b.billing_credit
          )::float8 as amount,
        b.payment_method_record_id
      from policy_admin.billing b join policy_admin.policy y using (client, policy_number)
      where b.kind = 'direct' and y.active and b.due_date <= ${today}
        and b.payment_method_record_id is not null
        and (b.client, b.policy_number) > (${after?.client ?? ""}, ${after?.policyNumber ?? ""})
      ) due where amount > 0
      order by client, policy_number limit ${limit}`,
  )
}
