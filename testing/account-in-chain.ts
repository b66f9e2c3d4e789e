import { chainOf } from "#services/audit/audit-chains.ts"
import type { AuditKeys } from "#services/audit/audit-keys.ts"
import { createAuditPeople } from "#services/audit/audit-people.ts"

/**
 * An account number of this client that begins with this text, and whose entries are in this chain.
 */
export function accountIn(keys: AuditKeys, client: string, strand: number, like: string): string {
  const people = createAuditPeople(keys)
  for (let number = 0; ; number += 1) {
    const account = `${like}.${number}`
    if (chainOf(people.accountName(client, account)) === strand) return account
  }
}
