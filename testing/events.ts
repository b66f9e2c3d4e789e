import { randomBytes, randomUUID } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { systemClock } from "#platform/clock.ts"
import { later } from "#platform/time.ts"
import { signedHeaders } from "#platform/webhooks/signature.ts"
import { createEventOutbox } from "#services/events/outbox.ts"
import type { TestApp } from "./app.ts"

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`
}

/** Writes a file for EVENTS_FILE. */
export async function writeEventsFile(settings: object) {
  const folder = await mkdtemp(join(tmpdir(), "my-account-events-"))
  const path = join(folder, "events.json")
  await writeFile(path, JSON.stringify(settings))
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** How an event of the account system is sent. */
export interface Sending {
  sender?: string
  signedBy?: string
  id?: string
  /** How old the signature is. */
  minutesAgo?: number
  /** The time in the body; that of the signature by default. */
  at?: Date
  headers?: Record<string, string>
  /** Other fields of the body. */
  body?: object
  /** Changes the body after it was signed. */
  altered?: (body: string) => string
}

/** Sends events to an app as the account system does. `data` can be the whole body, as text. */
export function senderOf(app: TestApp, own: Required<Pick<Sending, "sender" | "signedBy">>) {
  return async (type: string, data: object | string, more: Sending = {}): Promise<Response> => {
    const { sender, signedBy, id = randomUUID(), minutesAgo = 0 } = { ...own, ...more }
    const at = later(app.clock.now(), { minutes: -minutesAgo })
    const timestamp = (more.at ?? at).toISOString()
    const body =
      typeof data === "string" ? data : JSON.stringify({ type, timestamp, data, ...more.body })
    return await fetch(`http://127.0.0.1:${app.port}/account-system-events/${sender}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...signedHeaders([signedBy], { id, at, body }),
        ...more.headers,
      },
      body: more.altered?.(body) ?? body,
    })
  }
}

/** Resolves once the condition is true. Errors: an `Error` after 20 seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error("The condition did not come true.")
    await sleep(20)
  }
}

/** An outbox without endpoints, which writes nothing. */
export const noEvents = createEventOutbox(systemClock, [], { checks: true })
