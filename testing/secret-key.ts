import type { Clock } from "#ports/clock.ts"
import { openAudit } from "#server/audit.ts"
import type { Audit } from "#services/audit.ts"

/** The key of every installation under test, so that they read what was filled in beforehand. */
export const secretKey = Buffer.alloc(32, "of the tests").toString("base64")

export function testAudit(clock: Clock): Audit {
  return openAudit({ secretKey, dataFolder: "" }, clock)
}
