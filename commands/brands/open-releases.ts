import { openAudit } from "#server/adapters/audit.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { createReleases } from "#services/brands/releases/releases.ts"

/** The releases of this installation, for a command. */
export function openReleases({ config, database, clock, user }: Workplace) {
  return createReleases({ database, clock, audit: openAudit(config, clock), by: user })
}
