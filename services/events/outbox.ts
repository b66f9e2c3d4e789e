import { randomUUID } from "node:crypto"
import { type SentFacts, type SentType, sentEvent } from "#contracts/events/sent-events.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { type EventEndpoint, endpointsFor } from "./endpoints.ts"
import { insertEvent, nextEvent } from "./events.store.ts"

export interface EventOutbox {
  /**
   * Writes an event in the transaction of the change that it describes, if any endpoint subscribes
   * to it. Call it last in the transaction: other events of the account wait until `tx` ends.
   */
  add<Type extends SentType>(
    tx: Queries,
    about: { client: string; accountNumber: string },
    type: Type,
    facts: SentFacts<Type>,
  ): Promise<void>
}

/**
 * `checks` validates each event against its contract, as in tests. In production, an invalid event
 * must not undo the change that it describes.
 */
export function createEventOutbox(
  clock: Clock,
  endpoints: readonly EventEndpoint[],
  { checks }: { checks: boolean },
): EventOutbox {
  return {
    async add(tx, { client, accountNumber }, type, facts) {
      const wanting = endpointsFor(endpoints, { client, type })
      if (wanting.length === 0) return
      const now = clock.now()
      const next = await nextEvent(tx, client, accountNumber, now)
      const about = { client, accountNumber, ...next }
      const event = { type, timestamp: now.toISOString(), data: { ...about, ...facts } }
      const body = JSON.stringify(checks ? sentEvent(type).parse(event) : event)
      const id = randomUUID()
      await insertEvent(tx, { client, id, accountNumber, type, body, now, endpoints: wanting })
    },
  }
}
