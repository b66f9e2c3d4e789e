import type { Clock } from "#platform/clock.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { type Audit, createAudit } from "#services/audit/audit.ts"
import { auditKeysOf } from "#services/audit/audit-keys.ts"
import { createPasswords } from "#services/identity/credentials/password.ts"

/** The key of every installation under test, so that each reads what another was filled with. */
export const secretKey = Buffer.alloc(32, "of the tests").toString("base64")

/** The keys that are derived from it. */
export const testKeyRing = createKeyRing(Buffer.from(secretKey, "base64"))

/** Hashes secrets as the installations under test do. */
export const testSecrets = createSecrets(testKeyRing.for("secrets"))

/** Hashes passwords as the installations under test do. */
export const testPasswords = createPasswords({
  keys: testKeyRing.for("passwords"),
  warn: () => undefined,
})

/** The keys of the audit log there. */
export const testAuditKeys = auditKeysOf(testKeyRing)

export function testAudit(clock: Clock): Audit {
  return createAudit({ clock, keys: testAuditKeys })
}
