import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { Policy } from "../port.ts"

/** The active products of a person and the product with this number, in one round trip. */
export async function findActiveProducts(
  queries: Queries,
  client: string,
  accountNumber: string,
  policyNumber: string,
): Promise<Policy[] | undefined> {
  const row = await oneRow<{ products: Policy[] }>(
    queries,
    sql`select (select coalesce(json_agg(y.facts order by y.position), '[]')
        from policy_admin.product_facts y
        where y.client = p.client and y.account_number = p.account_number
          and (y.active or y.policy_number = ${policyNumber})) as products
      from policy_admin.person p
      where p.client = ${client} and p.account_number = ${accountNumber}`,
  )
  return row?.products
}

/** One product of this person without its parts. */
export async function findProduct(
  queries: Queries,
  client: string,
  accountNumber: string,
  policyNumber: string,
): Promise<Policy | undefined> {
  const row = await oneRow<{ product: Policy }>(
    queries,
    sql`select y.facts as product from policy_admin.product_facts y
      where y.client = ${client} and y.account_number = ${accountNumber}
        and y.policy_number = ${policyNumber}`,
  )
  return row?.product
}
