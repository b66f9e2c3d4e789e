import type { Database } from "#database/open.ts"
import type { JobLog, PeriodicJob } from "#platform/jobs/job.ts"
import { findEnds } from "./audit.store.ts"

/**
 * Logs the end of each chain of the audit log. A log that is shipped off this host thus reveals a
 * database that was restored to an earlier moment; docs/operating.md explains the comparison.
 */
export function auditEndsJob({ database, log }: { database: Database; log: Pick<JobLog, "info"> }) {
  return {
    name: "audit log ends",
    everySeconds: 3_600,
    runsAtStart: true,
    async run() {
      for (const end of await findEnds(database)) {
        if (end.seal === null || end.number === 0) continue
        const { client, number, hash } = end
        const checkpoint = { client, number, hash: hash.toString("hex") }
        log.info({ checkpoint }, "The audit log ends here.")
      }
    },
  } satisfies PeriodicJob
}
