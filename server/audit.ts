import type { Clock } from "#ports/clock.ts"
import { type Audit, createAudit } from "#services/audit.ts"
import { auditKeysOf } from "#services/audit-keys.ts"
import type { Config } from "./config.ts"
import { openKeyRing } from "./secret-key.ts"

/** The record, hashed with this installation's key. Errors: those of `openKeyRing`. */
export function openAudit(config: Pick<Config, "secretKey" | "dataFolder">, clock: Clock): Audit {
  return createAudit({ clock, keys: auditKeysOf(openKeyRing(config)) })
}
