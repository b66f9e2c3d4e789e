import type { Clock } from "#platform/clock.ts"
import type { Config } from "#server/config/config.ts"
import { openKeyRing } from "#server/config/secret-key.ts"
import { type Audit, createAudit } from "#services/audit/audit.ts"
import { auditKeysOf } from "#services/audit/audit-keys.ts"

/** The record, hashed with this installation's key. Errors: those of `openKeyRing`. */
export function openAudit(config: Pick<Config, "secretKey" | "dataFolder">, clock: Clock): Audit {
  return createAudit({ clock, keys: auditKeysOf(openKeyRing(config)) })
}
