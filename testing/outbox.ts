import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "#database/open.ts"
import { countEmailsUnderWay } from "./outbox.store.ts"

/** How long to wait for a server that sends nothing, in a test of just that. */
const mostMs = 15_000

/** Resolves when the emails that were written have been tried once. */
export async function untilEmailsAreSent(database: Database): Promise<void> {
  const end = performance.now() + mostMs
  while ((await countEmailsUnderWay(database)) > 0 && performance.now() < end) await sleep(5)
}
