import { type Queries, sql } from "#database/sql.ts"

/**
 * Lets one change, charge or correction of a product be stored at a time, so that each counts
 * earlier ones. The transaction holds the lock until it ends.
 */
export async function lockProduct(
  tx: Queries,
  client: string,
  policyNumber: string,
): Promise<void> {
  await tx.rows(
    sql`insert into myaccount_core.product_lock as l (client, policy_number, taken)
      values (${client}, ${policyNumber}, 1)
      on conflict (client, policy_number) do update set taken = l.taken + 1`,
  )
}
