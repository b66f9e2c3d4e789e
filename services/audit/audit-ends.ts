import type { Database } from "#database/open.ts"
import { findEnds } from "./audit.store.ts"

const everyMinutes = 60

/**
 * Logs where each chain of the audit log ends: at the start and then every hour. A log that leaves
 * this host thus keeps what shows that a database was put back to an earlier moment; see
 * docs/operating.md for the comparison.
 */
export function startAuditEnds({
  database,
  log,
}: {
  database: Database
  log: Record<"info" | "warn", (data: object, text: string) => void>
}) {
  async function tell() {
    for (const end of await findEnds(database)) {
      if (end.seal === null || end.number === 0) continue
      const { client, number, hash } = end
      log.info(
        { checkpoint: { client, number, hash: hash.toString("hex") } },
        "The audit log ends here.",
      )
    }
  }
  function tellSafely() {
    tell().catch((error: Error) => {
      log.warn({ reason: error.name }, "The ends of the audit log could not be read.")
    })
  }
  const timer = setInterval(tellSafely, everyMinutes * 60_000)
  timer.unref()
  tellSafely()
  return { tell, stop: () => clearInterval(timer) }
}
