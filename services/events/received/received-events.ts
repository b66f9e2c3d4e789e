import { type ReceivedEvent, receivedEvent } from "#contracts/events/received-events.ts"
import { readInstant } from "#contracts/outside-dates.ts"
import type { EventMetrics } from "#platform/http/event-metrics.ts"
import { limitedAddress } from "#platform/rate-limits/limited-address.ts"
import type { RateLimit } from "#platform/rate-limits/rate-limits.ts"
import { later } from "#platform/time.ts"
import { verifiedId } from "#platform/webhooks/signature.ts"
import type { Deps } from "#services/deps.ts"
import type { EventSender } from "../endpoints.ts"
import type { Effects } from "./effects.ts"
import { insertReceived, isReceived } from "./received-events.store.ts"

/** An account system may report every bill of a large client on one day. */
const verifiedLimit: RateLimit = { calls: 30_000, minutes: 10 }
/** Limit for a sender with a wrong secret, and for strangers. */
const refusedLimit: RateLimit = { calls: 60, minutes: 10 }

/**
 * Real clocks differ by less. A time further ahead would make true events of the next days look
 * old.
 */
const mostAhead = { minutes: 5 }

/**
 * `repeated`: the event was processed before. `unverified`: no secret of its sender signed it, or
 * its time is wrong. `malformed`: `fields` are invalid. `foreign`: the sender may not send events
 * about this client.
 */
export type Receipt =
  | { result: "done" | "repeated" | "unverified" | "foreign" }
  | { result: "malformed"; fields: string }

/** Receives signed events of the account system and applies each one once. */
export function createReceivedEvents(
  { database, clock, brands, rateLimits }: Deps,
  senders: readonly EventSender[],
  effects: Effects,
  { received }: Pick<EventMetrics, "received">,
) {
  /** Errors: `request.tooMany`; `AccountSystemAway`, after which the sender should retry. */
  async function receive(message: {
    sender: string
    headers: Record<string, unknown>
    body: Buffer
    ip: string
  }): Promise<Receipt> {
    const receipt = await apply(message)
    received.inc({ result: receipt.result })
    return receipt
  }

  async function apply({
    sender,
    headers,
    body,
    ip,
  }: Parameters<typeof receive>[0]): Promise<Receipt> {
    const known = senders.find(({ name }) => name === sender)
    const webhookId = verifiedId(known?.secrets ?? [], headers, body, clock.now())
    if (!known || webhookId === undefined) {
      await rateLimits.consume(`refused events from ${limitedAddress(ip)}`, refusedLimit)
      return { result: "unverified" }
    }
    await rateLimits.consume(`events of ${sender}`, verifiedLimit)
    const parsed = receivedEvent.safeParse(json(body))
    if (!parsed.success) {
      const fields = new Set(parsed.error.issues.map(({ path }) => path.join(".") || "body"))
      return { result: "malformed", fields: [...fields].join(", ") }
    }
    const event = parsed.data
    const at = readInstant(event.timestamp)
    if (!at || at > later(clock.now(), mostAhead))
      return { result: "malformed", fields: "timestamp" }
    const { client } = event.data
    if (!(await mayTellOf(known, client))) return { result: "foreign" }
    const key = { client, sender, webhookId }
    if (await isReceived(database, key)) return { result: "repeated" }
    return await once(event, at, key)
  }

  async function once(
    event: ReceivedEvent,
    at: Date,
    key: Parameters<typeof insertReceived>[1],
  ): Promise<Receipt> {
    const ready = await effects.prepare(event, at)
    const isNew = await database.transaction(async (tx) => {
      const isFirst = await insertReceived(tx, key, clock.now())
      if (isFirst) await ready?.(tx)
      return isFirst
    })
    return { result: isNew ? "done" : "repeated" }
  }

  async function mayTellOf({ clients }: EventSender, client: string): Promise<boolean> {
    if (clients && !clients.includes(client)) return false
    return (await brands.customerClients()).includes(client)
  }

  return { receive }
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    return undefined
  }
}
