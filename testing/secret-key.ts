import type { Clock } from "#ports/clock.ts"
import { auditKey } from "#server/secret-key.ts"
import { type Audit, createAudit } from "#services/audit.ts"

/** The key of every installation under test, so that each reads what another was filled with. */
export const secretKey = Buffer.alloc(32, "of the tests").toString("base64")

/** What the record's hashes are keyed with there. */
export const testAuditKey = auditKey(Buffer.from(secretKey, "base64"))

export function testAudit(clock: Clock): Audit {
  return createAudit({ clock, key: testAuditKey })
}
