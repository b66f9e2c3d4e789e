import type { PeriodicJob } from "#platform/jobs/job.ts"
import type { Deps } from "../deps.ts"
import { findEnds } from "./audit.store.ts"

/**
 * Logs the end of each chain of the audit log. If logs are shipped to another host, they reveal a
 * database that was restored to an earlier state; docs/run/keys.md explains the comparison.
 */
export function auditEndsJob({ database, log }: Deps) {
  return {
    name: "audit log ends",
    everySeconds: 3_600,
    runsAtStart: true,
    async run() {
      for (const end of await findEnds(database)) {
        const { client, number, hash } = end
        const checkpoint = { client, number, hash: hash.toString("hex") }
        log.info({ checkpoint }, "The audit log ends here.")
      }
    },
  } satisfies PeriodicJob
}
