import { createKeyMetric } from "#platform/http/key-metrics.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"
import type { Start } from "../start.ts"
import { findMissingKeys } from "./missing-keys.ts"

/**
 * Checks, when the server starts and every hour, for keys that stored values or the ends of the
 * audit log need and that this server does not have. Logs each one as an error.
 */
export function watchKeys({
  config,
  database,
  clock,
  log,
}: Pick<Start, "config" | "database" | "clock" | "log">) {
  const metric = createKeyMetric()

  function tell(setting: string, missing: readonly string[], what: string): void {
    metric.set({ setting }, missing.length)
    for (const key of missing) {
      log.error(
        { key },
        `${what} the key ${key}, which this server does not have. Add it to ${setting}, and restart; npm run my-account -- keys lists what needs it.`,
      )
    }
  }

  const job: PeriodicJob = {
    name: "missing keys",
    everySeconds: 3_600,
    ignoresClock: true,
    runsAtStart: true,
    async run() {
      const { secret, audit } = await findMissingKeys(database, config, clock.now())
      tell("OTHER_SECRET_KEYS", secret, "Stored values need")
      tell("OTHER_AUDIT_KEYS", audit, "The audit log was made with")
    },
  }
  return { job, metric }
}
