import { type Queries, sql } from "#database/sql.ts"

/** The unsent deliveries of an endpoint. */
export interface Backlog {
  endpoint: string
  waiting: number
  dead: number
  /** When the oldest waiting delivery was written or replayed; null if none is waiting. */
  oldestSince: Date | null
}

/** The backlog of each endpoint that has one, across all clients. */
export async function findBacklogs(queries: Queries): Promise<Backlog[]> {
  return await queries.rows<Backlog>(
    // Each half has its own index; neither index contains the millions of sent deliveries.
    sql`select endpoint, sum(waiting)::int as waiting, sum(dead)::int as dead,
        min(oldest) as oldest_since
      from (select endpoint, count(*) as waiting, 0 as dead, min(since) as oldest
          from myaccount_core.event_delivery
          where sent_at is null and dead_at is null group by endpoint
        union all select endpoint, 0, count(*), null from myaccount_core.event_delivery
          where dead_at is not null group by endpoint) one
      group by endpoint`,
  )
}

export type DeliveryState = "waiting" | "sent" | "dead"

/** A delivery as the operator's list shows it. */
export interface ListedDelivery {
  client: string
  eventId: string
  endpoint: string
  type: string
  accountNumber: string
  createdAt: Date
  state: DeliveryState
  tries: number
  lastError: string | null
  nextTryAt: Date
}

/** An undefined or null field matches everything. */
export interface DeliveryFilter {
  client: string | null
  endpoint: string | null
  state: DeliveryState | null
  eventId: string | null
}

/**
 * The newest matching deliveries, at most `limit`, across all clients unless the filter has one.
 */
export async function findDeliveries(
  queries: Queries,
  { client, endpoint, state, eventId }: DeliveryFilter,
  limit: number,
): Promise<ListedDelivery[]> {
  return await queries.rows<ListedDelivery>(
    sql`select d.client, d.event_id, d.endpoint, e.type, e.account_number, e.created_at,
        case when d.sent_at is not null then 'sent' when d.dead_at is not null then 'dead'
          else 'waiting' end as state,
        d.tries, d.last_error, d.next_try_at
      from myaccount_core.event_delivery d
      join myaccount_core.event e on e.client = d.client and e.id = d.event_id
      where (${client}::text is null or d.client = ${client})
        and (${endpoint}::text is null or d.endpoint = ${endpoint})
        and (${eventId}::uuid is null or d.event_id = ${eventId})
        and (${state}::text is null or ${state} = case when d.sent_at is not null then 'sent'
          when d.dead_at is not null then 'dead' else 'waiting' end)
      order by e.created_at desc, d.event_id, d.endpoint limit ${limit}`,
  )
}

/** Makes the matching deliveries due now, with all their attempts. Returns how many. */
export async function replayDeliveries(
  queries: Queries,
  { client, endpoint, state, eventId }: DeliveryFilter,
  now: Date,
): Promise<number> {
  const rows = await queries.rows(
    sql`update myaccount_core.event_delivery d
      set since = ${now}, next_try_at = ${now}, tries = 0, sent_at = null, dead_at = null,
        last_error = null
      where (${client}::text is null or d.client = ${client})
        and (${endpoint}::text is null or d.endpoint = ${endpoint})
        and (${eventId}::uuid is null or d.event_id = ${eventId})
        and (${state}::text is null or ${state} = case when d.sent_at is not null then 'sent'
          when d.dead_at is not null then 'dead' else 'waiting' end)
      returning 1`,
  )
  return rows.length
}
