import type { Queries } from "#database/sql.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { findErasures } from "./erasures.store.ts"

/** Whether a person of a client is erased, by account number. */
export type IsErased = (client: string, accountNumber: string) => boolean

/** Reads the erasures that are in force, which keep people out of loads and imports. */
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
