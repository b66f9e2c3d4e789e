import { createHmac, randomBytes } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import { createKeyRing, type Key } from "#platform/keys/key-ring.ts"
import { createSeal, type Seal, SealBroken } from "#platform/keys/seal.ts"
import { findPersonKeys, insertPersonKey } from "./audit.store.ts"
import type { AuditKeys } from "./audit-keys.ts"

/** Seals by the person's pseudonym. The seal for null is the installation's own. */
export type PersonSeals = ReadonlyMap<string | null, Seal>

/** Pseudonyms of people in the audit log, and the keys that seal their personal fields. */
export function createAuditPeople({ names, people }: Pick<AuditKeys, "names" | "people">) {
  const master = createSeal(people)

  /** A pseudonym of 43 characters that only the installation's key can produce. */
  function name(key: Key, kind: "account" | "userid", ...parts: string[]): string {
    return createHmac("sha256", key.secret)
      .update(JSON.stringify([kind, ...parts]))
      .digest("base64url")
  }

  /** The seals of these people for entries of this client. Erased people do not have one. */
  async function sealsOf(
    queries: Queries,
    client: string,
    persons: readonly (string | null)[],
  ): Promise<Map<string | null, Seal>> {
    const seals = new Map<string | null, Seal>([[null, master]])
    const named = [...new Set(persons)].filter((person) => person !== null)
    if (named.length === 0) return seals
    for (const { person, keySealed } of await findPersonKeys(queries, client, named)) {
      seals.set(person, sealOf(Buffer.from(master.unseal(keySealed, purposeOf(person)), "base64")))
    }
    return seals
  }

  return {
    accountName: (client: string, accountNumber: string) =>
      name(names.current, "account", client, accountNumber),
    useridName: (userid: string) => name(names.current, "userid", userid),
    /**
     * The pseudonyms with each key, current key first, because older entries contain those of older
     * keys.
     */
    accountNames: (client: string, accountNumber: string) =>
      names.all.map((key) => name(key, "account", client, accountNumber)),
    useridNames: (userid: string) => names.all.map((key) => name(key, "userid", userid)),
    sealsOf,

    /** Same, for a new entry. Creates a key for anyone who does not have one. */
    async sealsFor(
      tx: Queries,
      client: string,
      persons: readonly (string | null)[],
      now: Date,
    ): Promise<PersonSeals> {
      const seals = await sealsOf(tx, client, persons)
      const missing = [...new Set(persons)].filter(
        (person) => person !== null && !seals.has(person),
      )
      if (missing.length === 0) return seals
      for (const person of missing.toSorted()) {
        if (person === null) continue
        const key = randomBytes(32).toString("base64")
        const keySealed = master.seal(key, purposeOf(person))
        await insertPersonKey(tx, { client, person, keySealed, now })
      }
      // Another process may have created one at the same time. The stored key counts.
      return await sealsOf(tx, client, persons)
    },
  }
}

export type AuditPeople = ReturnType<typeof createAuditPeople>

/** The text; undefined if the person has been erased since. */
export function unsealed(seal: Seal | undefined, sealed: string, purpose: string) {
  try {
    return seal?.unseal(Buffer.from(sealed, "base64"), purpose)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

function sealOf(key: Buffer): Seal {
  return createSeal(createKeyRing(key).for("audit entry"))
}

/** Binds a key to its person, so that it cannot be assigned to another one. */
function purposeOf(person: string): string {
  return `audit.person_key ${person}`
}
