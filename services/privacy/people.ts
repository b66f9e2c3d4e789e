import type { Queries } from "#database/sql.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { findAccountOf, findNumbersOf, isAccountNumber } from "./people.store.ts"

/** A customer, by everything that rows about them name. */
export interface DataSubject {
  client: string
  account: string
  userids: string[]
  /** Plan numbers. */
  policies: string[]
  /** Pseudonyms in the audit log with each audit key; the first one is that of the account with the current key. */
  names: string[]
}

/**
 * The account number that an operator means by `key`: an account number, or else a userid. An account number can equal
 * the userid of another person, who is then named by their own account number.
 */
export async function findAccountNumber(
  queries: Queries,
  client: string,
  key: string,
): Promise<string> {
  if (await isAccountNumber(queries, client, key)) return key
  return (await findAccountOf(queries, client, key)) ?? key
}

/** The customer with this account number. Rows of them need not exist. */
export async function findSubject(
  queries: Queries,
  auditLog: AuditLog,
  client: string,
  account: string,
): Promise<DataSubject> {
  const numbers = await findNumbersOf(queries, client, account)
  const names = auditLog.namesOf(client, account, numbers.userids)
  return { client, account, ...numbers, names }
}
