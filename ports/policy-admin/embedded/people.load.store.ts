import { type Queries, sql } from "#database/sql.ts"

/** The account numbers of all people of the client. */
export async function findAccounts(queries: Queries, client: string): Promise<string[]> {
  const rows = await queries.rows<{ accountNumber: string }>(
    sql`select account_number from policy_admin.person where client = ${client}
      order by account_number`,
  )
  return rows.map(({ accountNumber }) => accountNumber)
}

/**
 * Deletes people and their products. Their payments, bills and entries stay, and take effect again
 * when a product is loaded again.
 */
export async function deletePeople(tx: Queries, client: string, accountNumbers: readonly string[]) {
  await tx.rows(
    sql`delete from policy_admin.person using unnest(${accountNumbers}::text[]) as gone(number)
      where client = ${client} and account_number = gone.number`,
  )
}

/** Deletes products. Their payments, bills and entries stay. */
export async function deleteProducts(
  tx: Queries,
  client: string,
  policyNumbers: readonly string[],
) {
  await tx.rows(
    sql`delete from policy_admin.policy using unnest(${policyNumbers}::text[]) as gone(number)
      where client = ${client} and policy_number = gone.number`,
  )
}
