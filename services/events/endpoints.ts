import type { SentType } from "#contracts/events/sent-events.ts"

/** An address that receives events. The operator configures it in the file of EVENTS_FILE. */
export interface EventEndpoint {
  name: string
  url: string
  /**
   * Signing secrets. Each one signs every message, so a receiver can change its secret without a
   * gap.
   */
  secrets: readonly string[]
  /** Undefined means all clients. */
  clients?: readonly string[] | undefined
  /** Undefined means all types. */
  types?: readonly SentType[] | undefined
}

/**
 * A system that may notify us of changes. The operator configures it in the file of EVENTS_FILE.
 */
export interface EventSender {
  name: string
  /** Secrets, any of which verifies a message. */
  secrets: readonly string[]
  /** The clients that this sender may send events about. Undefined means all. */
  clients?: readonly string[] | undefined
}

export interface EventSettings {
  endpoints: readonly EventEndpoint[]
  senders: readonly EventSender[]
}

/** The names of the endpoints that receive this event. */
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
