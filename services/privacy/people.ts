import type { Queries } from "#database/sql.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { findAccountOf, findNumbersOf, isAccountNumber } from "./people.store.ts"

/** A customer, with all values that identify them in rows. */
export interface DataSubject {
  client: string
  account: string
  userids: string[]
  /** Plan numbers. */
  policies: string[]
  /**
   * Pseudonyms in the audit log with each audit key. The first one is that of the account with the
   * current key.
   */
  names: string[]
}

/**
 * The account number for an operator's `key`, which is an account number or otherwise a userid. If
 * an account number equals another person's userid, it means the account; the other person is
 * selected by their own account number.
 */
export async function findAccountNumber(
  queries: Queries,
  client: string,
  key: string,
): Promise<string> {
  if (await isAccountNumber(queries, client, key)) return key
  return (await findAccountOf(queries, client, key)) ?? key
}

/** The customer with this account number, even if there are no rows about them. */
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
