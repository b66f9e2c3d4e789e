import { randomBytes } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { systemClock } from "#platform/clock.ts"
import { createEventOutbox } from "#services/events/outbox.ts"

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`
}

/** A file for EVENTS_FILE. */
export async function writeEventsFile(settings: object) {
  const folder = await mkdtemp(join(tmpdir(), "my-account-events-"))
  const path = join(folder, "events.json")
  await writeFile(path, JSON.stringify(settings))
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Resolves once the condition holds. Errors: an `Error` after 20 seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error("The condition did not come true.")
    await sleep(20)
  }
}

/** An outbox without endpoints: it writes nothing. */
export const noEvents = createEventOutbox(systemClock, [], { checks: true })
