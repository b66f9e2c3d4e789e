import type { Queries } from "#database/sql.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { findErasures } from "./erasures.store.ts"

/** Whether the person of a client with this account number is erased. */
export type IsErased = (client: string, accountNumber: string) => boolean

/** Reads the erasures in force, so that loads and imports can skip those people. */
export async function readErased(queries: Queries, auditLog: AuditLog): Promise<IsErased> {
  const erased = new Map<string, Set<string>>()
  for (const { client, person } of await findErasures(queries)) {
    erased.set(client, (erased.get(client) ?? new Set()).add(person))
  }
  return (client, accountNumber) => {
    const persons = erased.get(client)
    if (!persons) return false
    return auditLog.accountNamesOf(client, accountNumber).some((name) => persons.has(name))
  }
}
