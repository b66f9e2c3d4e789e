import { createKeyMetric } from "#platform/http/key-metrics.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"
import { openAuditKeys, openKeyRing } from "#server/config/keys.ts"
import { findMissingEndKeys } from "#services/audit/own-log.ts"
import type { Start } from "../start.ts"
import { findNeededKeys } from "./needed-keys.store.ts"

/**
 * Looks, when the server starts and every hour, for keys that stored values or the ends of the audit
 * log need and that this server does not have. Each one is an error in the log.
 */
export function watchKeys({
  config,
  database,
  clock,
  log,
}: Pick<Start, "config" | "database" | "clock" | "log">) {
  const secretKeys = openKeyRing(config).ids
  const auditKeys = openAuditKeys(config).entries
  const metric = createKeyMetric()

  function tell(setting: string, missing: readonly string[], what: string): void {
    metric.set({ setting }, missing.length)
    for (const key of missing) {
      log.error(
        { key },
        `${what} the key ${key}, which this server does not have. Add it to ${setting}, and restart; npm run keys lists what needs it.`,
      )
    }
  }

  const job: PeriodicJob = {
    name: "missing keys",
    everySeconds: 3_600,
    runsAtStart: true,
    async run() {
      const needed = await findNeededKeys(database, clock.now())
      const missing = new Set(needed.map(({ key }) => key).filter((id) => !secretKeys.includes(id)))
      tell("OTHER_SECRET_KEYS", [...missing], "Stored values need")
      const ends = await findMissingEndKeys(database, auditKeys)
      tell("OTHER_AUDIT_KEYS", ends, "The audit log was made with")
    },
  }
  return { job, metric }
}
