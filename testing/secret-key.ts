import type { Clock } from "#platform/clock.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { recommendedRounds } from "#ports/captcha/altcha.ts"
import { type Audit, createAudit } from "#services/audit/audit.ts"
import { auditKeysOf } from "#services/audit/audit-keys.ts"
import {
  createPasswords,
  type HashCost,
  recommendedCost,
} from "#services/identity/credentials/password.ts"

/** The secret key of every installation under test, so that each can read the data of another. */
export const secretKey = Buffer.alloc(32, "of the tests").toString("base64")

/** The key of every audit log under test. */
const auditKey = Buffer.alloc(32, "of audit logs").toString("base64")

/** The key settings of every installation under test. */
export const keySettings = { SECRET_KEY: secretKey, AUDIT_KEY: auditKey }

/** The keys that are derived from the secret key. */
export const testKeyRing = createKeyRing(Buffer.from(secretKey, "base64"))

/** Seals texts like the installations under test. */
export const testSeal = createSeal(testKeyRing.for("seal"))

/** Hashes secrets like the installations under test. */
export const testSecrets = createSecrets(testKeyRing.for("secrets"))

/**
 * The hash cost of installations under test, which is low because a hash at the recommended cost
 * takes 40 ms of a core. TEST_HASH_COST=recommended is for tests that measure the time.
 */
export const testHashCost: HashCost =
  process.env.TEST_HASH_COST === "recommended"
    ? recommendedCost
    : { memory: 64, passes: 1, parallelism: 1 }

/** Captcha tasks under test take a hundredth of the recommended work, which is 50 ms of a core. */
export const testProofRounds = recommendedRounds / 100

/** Hashes passwords like the installations under test. */
export const testPasswords = createPasswords({
  cost: testHashCost,
  keyRing: testKeyRing,
  warn: () => undefined,
})

/** The audit log's keys of the installations under test. */
export const testAuditKeys = auditKeysOf(createKeyRing(Buffer.from(auditKey, "base64")))

export function testAudit(clock: Clock): Audit {
  return createAudit({ clock, keys: testAuditKeys })
}
