import { type Queries, sql } from "#database/sql.ts"

/** Gives products of the embedded account system another owner, as its operator does. */
export async function transferProducts(
  database: Queries,
  client: string,
  policyNumbers: readonly string[],
  to: string,
): Promise<void> {
  await database.rows(
    sql`update policy_admin.policy set account_number = ${to}, position = position + 100
      where client = ${client} and policy_number = any(${policyNumbers}::text[])`,
  )
}

/**
 * Merges an account of the embedded account system into another one; its own number becomes
 * unknown.
 */
export async function mergeAccounts(
  database: Queries,
  client: string,
  from: string,
  to: string,
): Promise<void> {
  await database.rows(
    sql`update policy_admin.policy set account_number = ${to}, position = position + 100
      where client = ${client} and account_number = ${from}`,
  )
  await forgetAccount(database, client, from)
}

/** Removes an account of the embedded account system, with its remaining products. */
export async function forgetAccount(
  database: Queries,
  client: string,
  accountNumber: string,
): Promise<void> {
  await database.rows(
    sql`delete from policy_admin.person
      where client = ${client} and account_number = ${accountNumber}`,
  )
}
