import type { Clock } from "#platform/clock.ts"
import { type KeyConfig, openAuditKeys } from "#server/config/keys.ts"
import { type Audit, createAudit } from "#services/audit/audit.ts"

/** The audit log, hashed with this installation's audit key. Errors: those of `openAuditKeys`. */
export function openAudit(config: KeyConfig, clock: Clock): Audit {
  return createAudit({ clock, keys: openAuditKeys(config) })
}
