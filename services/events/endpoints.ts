import type { SentType } from "#contracts/events/sent-events.ts"

/** An address to which events are sent. The operator names it in the file of EVENTS_FILE. */
export interface EventEndpoint {
  name: string
  url: string
  /** Each signs every message, so that a receiver can change its secret without a gap. */
  secrets: readonly string[]
  /** Undefined: all clients. */
  clients?: readonly string[] | undefined
  /** Undefined: all types. */
  types?: readonly SentType[] | undefined
}

/** A system that may tell us what changed. The operator names it in the file of EVENTS_FILE. */
export interface EventSender {
  name: string
  /** Any of them verifies a message. */
  secrets: readonly string[]
  /** The clients about whose people it may speak. Undefined: all. */
  clients?: readonly string[] | undefined
}

export interface EventSettings {
  endpoints: readonly EventEndpoint[]
  senders: readonly EventSender[]
}

/** The names of the endpoints that get this event. */
export function endpointsFor(
  endpoints: readonly EventEndpoint[],
  { client, type }: { client: string; type: SentType },
): string[] {
  const wanting = endpoints.filter(
    ({ clients, types }) =>
      (clients === undefined || clients.includes(client)) &&
      (types === undefined || types.includes(type)),
  )
  return wanting.map(({ name }) => name)
}
