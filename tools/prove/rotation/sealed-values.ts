import {
  findImportedHashes,
  findSealedEmails,
  findSealedFactors,
  findSealedTokens,
} from "#commands/keys/keys.store.ts"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import type { KeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { later } from "#platform/time.ts"
import { createOutbox, unsealEmail } from "#ports/mail/outbox.ts"
import { readImportedHash } from "#services/identity/credentials/imported-hash.ts"
import { passwordOf } from "#services/identity/credentials/password.ts"
import { createSealedHashes } from "#services/identity/credentials/sealed-hash.ts"
import { addUsers } from "#services/identity/credentials/users.load.store.ts"
import { insertAgentProvider } from "#services/staff/providers/provider-accounts.store.ts"
import { providerTokenPurposeOf } from "#services/staff/providers/provider-accounts.ts"
import { writePendingFactor } from "#services/staff/second-factor/second-factor.store.ts"
import { factorPurposeOf } from "#services/staff/second-factor/second-factor.ts"
import { testKeyRing, testSeal } from "#testing/secret-key.ts"
import { addRefundingStaff } from "../world/fill.store.ts"
import { client } from "../world/names.ts"
import { putEmailsOff } from "./rotation.store.ts"

/** The subject of the waiting emails. */
export const subject = "An email that waits"
const importedHash = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"
const secret = "JBSWY3DPEHPK3PXP"
const token = "a refresh token"

/** The number of sealed values of each kind. */
export interface SealedCounts {
  emails: number
  imported: number
  factors: number
  tokens: number
}

/** Adds values of every sealed kind, with the tests' key. */
export async function addSealedValues(database: Database, counts: SealedCounts): Promise<void> {
  const now = systemClock.now()
  const outbox = createOutbox({ seal: testSeal, clock: systemClock })
  const hashes = createSealedHashes(testKeyRing.for("imported passwords"))
  const imported = readImportedHash(importedHash)
  if (typeof imported === "string") throw new Error(`The hash ${imported}.`)
  await database.transaction(async (tx) => {
    for (let n = 0; n < counts.emails; n += 1) {
      const content = { subject, text: `Text ${n}`, html: `Text ${n}` }
      await outbox.add(tx, { fromName: "Harbor Mutual", to: `waits.${n}@example.com`, ...content })
    }
    await putEmailsOff(tx)
    const users = Array.from({ length: counts.imported }, (_, n) => {
      const holder = { userid: `imported.${n}@${client}`, client, accountNumber: `IMPORTED-${n}` }
      return {
        ...holder,
        username: `imported${n}`,
        passwordHash: hashes.seal(imported, passwordOf(holder)),
        ...{ securityQuestionId: null, securityAnswerHash: null, reactivate: false },
      }
    })
    await addUsers(tx, users, now)
    for (const userid of await addRefundingStaff(tx, client, counts.factors, "app")) {
      await writePendingFactor(tx, userid, testSeal.seal(secret, factorPurposeOf(userid)))
    }
    for (const userid of await addRefundingStaff(tx, client, counts.tokens, "provided")) {
      await insertAgentProvider(tx, {
        ...{ userid, provider: "company", issuer: "https://id.example.com", subject: userid },
        refreshSealed: testSeal.seal(token, providerTokenPurposeOf(userid)),
        checkedAt: now,
        nextCheckAt: later(now, { days: 1 }),
      })
    }
  })
}

/** How many of these values `ring` can read unchanged. Errors: `SealBroken` for any other value. */
export async function readSealedValues(database: Database, ring: KeyRing): Promise<SealedCounts> {
  const seal = createSeal(ring.for("seal"))
  const hashes = createSealedHashes(ring.for("imported passwords"))
  // No key has this id, so the values of every key are found.
  const all = { current: Buffer.alloc(4), after: "", limit: 1_000_000 }
  const emails = await findSealedEmails(database, all)
  const imported = await findImportedHashes(database, all)
  const factors = await findSealedFactors(database, all)
  const tokens = await findSealedTokens(database, all)
  return {
    emails: emails.filter(({ id, sealed }) => unsealEmail(seal, id, sealed).subject === subject)
      .length,
    imported: imported.filter(
      (row) => hashes.unseal(row.stored, passwordOf(row)).text === importedHash,
    ).length,
    factors: factors.filter(({ id, sealed }) => seal.unseal(sealed, factorPurposeOf(id)) === secret)
      .length,
    tokens: tokens.filter(
      ({ id, sealed }) => seal.unseal(sealed, providerTokenPurposeOf(id)) === token,
    ).length,
  }
}
