import type { Queries } from "#database/sql.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { findAccountOf, findNumbersOf } from "./people.store.ts"

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

/** The customer with this account number or userid. Rows of them need not exist. */
export async function findSubject(
  queries: Queries,
  auditLog: AuditLog,
  client: string,
  key: string,
): Promise<DataSubject> {
  const account = (await findAccountOf(queries, client, key)) ?? key
  const numbers = await findNumbersOf(queries, client, account)
  const names = auditLog.namesOf(client, account, numbers.userids)
  return { client, account, ...numbers, names }
}
