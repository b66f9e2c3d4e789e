import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "#database/open.ts"
import { countEmailsUnderWay } from "./outbox.store.ts"

/**
 * The longest wait, in milliseconds, for a server that sends no email because a test prevents it.
 */
const mostMs = 15_000

/** Resolves when every email written so far has been tried once. */
export async function untilEmailsAreSent(database: Database): Promise<void> {
  const end = performance.now() + mostMs
  while ((await countEmailsUnderWay(database)) > 0 && performance.now() < end) await sleep(5)
}
