import { oneRow, type Queries, sql } from "#database/sql.ts"

/** The plan numbers in payments, authorizations and announced charges of the account. */
export async function findMovingProducts(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<string[]> {
  const rows = await queries.rows<{ policyNumber: string }>(
    sql`select policy_number from myaccount_core.payment
        where client = ${client} and account_number = ${accountNumber}
      union select policy_number from myaccount_core.authorization
        where client = ${client} and account_number = ${accountNumber}
      union select policy_number from myaccount_core.announced_charge
        where client = ${client} and account_number = ${accountNumber}
      order by 1`,
  )
  return rows.map(({ policyNumber }) => policyNumber)
}

/** The userid of the account's registration; undefined if there is none in use. */
export async function findLogin(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<string | undefined> {
  const row = await oneRow<{ userid: string }>(
    queries,
    sql`select userid from appauth.user_account
      where client = ${client} and account_number = ${accountNumber} and moved_to is null`,
  )
  return row?.userid
}

/** Moves a saved method of the account to another account. Returns whether the account has it. */
export async function moveMethod(
  tx: Queries,
  { client, accountNumber, recordId }: { client: string; accountNumber: string; recordId: string },
  to: string,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.payment_method set account_number = ${to}
      where client = ${client} and account_number = ${accountNumber} and record_id = ${recordId}
      returning 1`,
  )
  return rows.length > 0
}

export async function hasMethod(
  queries: Queries,
  { client, accountNumber, recordId }: { client: string; accountNumber: string; recordId: string },
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from myaccount_core.payment_method
      where client = ${client} and account_number = ${accountNumber} and record_id = ${recordId}`,
  )
  return rows.length > 0
}
