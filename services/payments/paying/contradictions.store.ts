import { type Queries, sql } from "#database/sql.ts"

export interface Contradicted {
  /** Id of the payment. */
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  confirmationNumber: string
  /** Cents of open bills that the payment has paid. */
  amount: number
  reversedKind: "payment"
}

/**
 * The payments of these clients that have paid bills which are open: for an account, or the payment
 * with this id.
 */
export async function findContradicted(
  queries: Queries,
  clients: readonly string[],
  { id, accountNumber }: { id?: string; accountNumber?: string },
): Promise<Contradicted[]> {
  return await queries.rows<Contradicted>(
    sql`select p.id, p.client, p.account_number, p.policy_number, p.product_desc,
        p.confirmation_number, sum(d.ours)::float8 as amount, 'payment' as reversed_kind
      from myaccount_core.payment p
      join myaccount_core.payment_difference d on d.client = p.client and d.payment_id = p.id
        and d.kind = 'billPaid' and d.resolved_at is null
      where p.client = any(${clients}::text[])
        and (p.id = ${id ?? null}::uuid or p.account_number = ${accountNumber ?? null})
      group by p.client, p.id order by p.number`,
  )
}

/**
 * The products of these payments, and products with a payment whose bill is open, in a fixed order.
 */
export async function findContradictedProducts(
  queries: Queries,
  client: string,
  paymentIds: readonly string[],
): Promise<{ client: string; accountNumber: string; policyNumber: string }[]> {
  return await queries.rows(
    sql`select distinct p.client, p.account_number, p.policy_number from myaccount_core.payment p
      where p.client = ${client} and (p.id = any(${paymentIds}::uuid[])
        or p.id in (select d.payment_id from myaccount_core.payment_difference d
          where d.client = ${client} and d.kind = 'billPaid' and d.resolved_at is null))
      order by p.policy_number`,
  )
}
