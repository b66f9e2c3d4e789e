import type { Queries } from "#database/sql.ts"
import type { Account, FoundPerson } from "../port.ts"
import type { createKeeping } from "./keeping.ts"
import { type KeptAge, keptSince } from "./kept-age.ts"
import { findHolders } from "./kept-data.store.ts"
import type { KeptKeys } from "./kept-keys.ts"
import { noteKeptAnswer } from "./shown-call.ts"

/** The question about a person and all their products. */
export const ofAccount = ["account"]
/** The question about a person. */
export const ofPerson = ["person"]
export const personOf = ({ person }: Account) => person

/** The people with this number of whom something is kept, in the order of their clients. */
export async function findKept(
  deps: KeptAge & { keeping: ReturnType<typeof createKeeping>; keys: KeptKeys; database: Queries },
  clients: readonly string[],
  key: { policyNumber: string } | { accountNumber: string },
): Promise<FoundPerson[]> {
  const { keeping, keys, database } = deps
  const found: FoundPerson[] = []
  for (const client of clients.toSorted()) {
    const since = await keptSince(deps, client)
    if (!since) continue
    const numbers =
      "policyNumber" in key
        ? keys.plans(client, key.policyNumber)
        : keys.accounts(client, key.accountNumber)
    for (const accountNumber of await findHolders(database, client, numbers, since)) {
      const about = { client, accountNumber }
      const person = await keeping.find<FoundPerson["person"] | undefined>(about, [
        { question: ofPerson },
        { question: ofAccount, toValue: personOf },
      ])
      if (!person?.value) continue
      noteKeptAnswer(person.keptAt)
      found.push({ client, person: person.value })
    }
  }
  return found
}
