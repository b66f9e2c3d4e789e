import type { Database } from "#database/open.ts"
import type { KeyRing } from "#platform/keys/key-ring.ts"
import { createSeal, SealBroken } from "#platform/keys/seal.ts"
import { emailPurposeOf } from "#ports/mail/outbox.ts"
import { passwordOf } from "#services/identity/credentials/password.ts"
import { createSealedHashes } from "#services/identity/credentials/sealed-hash.ts"
import { replacePassword } from "#services/identity/credentials/users.store.ts"
import { providerTokenPurposeOf } from "#services/staff/providers/provider-accounts.ts"
import { factorPurposeOf } from "#services/staff/second-factor/second-factor.ts"
import {
  findImportedHashes,
  findSealedEmails,
  findSealedFactors,
  findSealedTokens,
  type ImportedRow,
  replaceSealedEmail,
  replaceSealedFactor,
  replaceSealedToken,
  type SealedRow,
} from "./keys.store.ts"

/** Counts of the values that were sealed with another key than the current one. */
export interface Resealed {
  renewed: number
  /** Number of values that another process, or a change of the value, replaced first. */
  changed: number
  /** Number of unchanged values that are damaged or sealed with a key that is not configured. */
  unreadable: number
}

const batch = 100

/**
 * Reseals with the current key everything that was sealed with another one. Each value is replaced
 * by one statement, if it is still the one that was read: several processes can work in parallel,
 * and a killed one leaves only complete values. `signal` ends it after a batch.
 */
export async function resealAll(
  database: Database,
  ring: KeyRing,
  signal: AbortSignal,
): Promise<Resealed> {
  const seal = createSeal(ring.for("seal"))
  const hashes = createSealedHashes(ring.for("imported passwords"))
  const current = ring.for("seal").current.id
  const result: Resealed = { renewed: 0, changed: 0, unreadable: 0 }

  await each(findSealedEmails, ({ id }) => id, resealed(emailPurposeOf, replaceSealedEmail))
  await each(findSealedFactors, ({ id }) => id, resealed(factorPurposeOf, replaceSealedFactor))
  await each(findSealedTokens, ({ id }) => id, resealed(providerTokenPurposeOf, replaceSealedToken))
  await each(
    findImportedHashes,
    ({ client, userid }) => `${client} ${userid}`,
    async (row: ImportedRow) => {
      const owner = passwordOf(row)
      const renewed = hashes.seal(hashes.unseal(row.stored, owner), owner)
      return await replacePassword(database, row, row.stored, renewed)
    },
  )
  return result

  function resealed(purposeOf: (id: string) => string, replace: typeof replaceSealedEmail) {
    return async (row: SealedRow) => {
      const purpose = purposeOf(row.id)
      return await replace(database, row, seal.seal(seal.unseal(row.sealed, purpose), purpose))
    }
  }

  async function each<Row>(
    find: (
      database: Database,
      page: { current: Buffer; after: string; limit: number },
    ) => Promise<Row[]>,
    placeOf: (row: Row) => string,
    renew: (row: Row) => Promise<boolean>,
  ): Promise<void> {
    let after = ""
    let rows: Row[]
    do {
      rows = signal.aborted ? [] : await find(database, { current, after, limit: batch })
      for (const row of rows) {
        after = placeOf(row)
        result[await outcomeOf(() => renew(row))] += 1
      }
    } while (rows.length === batch)
  }
}

async function outcomeOf(renew: () => Promise<boolean>): Promise<keyof Resealed> {
  try {
    return (await renew()) ? "renewed" : "changed"
  } catch (error) {
    if (error instanceof SealBroken) return "unreadable"
    throw error
  }
}
