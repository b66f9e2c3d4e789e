import type { Clock } from "#ports/clock.ts"
import { type Audit, createAudit } from "#services/audit.ts"
import type { Config } from "./config.ts"
import { auditKey, readSecretKey } from "./secret-key.ts"

/** The record, hashed with this installation's key. Errors: those of `readSecretKey`. */
export function openAudit(config: Pick<Config, "secretKey" | "dataFolder">, clock: Clock): Audit {
  return createAudit({ clock, key: auditKey(readSecretKey(config)) })
}
