import { oneRow, type Queries, sql } from "#database/sql.ts"

/**
 * The number of the account's next event and the client's business day. Other events of the account
 * wait until `tx` ends, so that numbers follow the order of the changes. Undefined for an unknown
 * client.
 */
export async function nextEvent(
  tx: Queries,
  client: string,
  accountNumber: string,
  now: Date,
): Promise<{ sequence: number; day: string } | undefined> {
  const row = await oneRow<{ sequence: string; day: string }>(
    tx,
    sql`insert into myaccount_core.event_count as c (client, account_number, last)
      values (${client}, ${accountNumber}, 1)
      on conflict (client, account_number) do update set last = c.last + 1
      returning last as sequence, (
        select to_char(${now}::timestamptz at time zone b.time_zone, 'YYYY-MM-DD')
        from appcontent.client b where b.client = ${client}) as day`,
  )
  return row && { sequence: Number(row.sequence), day: row.day }
}

/** Writes the event with a delivery for each of these endpoints. */
export async function insertEvent(
  tx: Queries,
  event: {
    client: string
    id: string
    accountNumber: string
    type: string
    body: string
    now: Date
    endpoints: readonly string[]
  },
): Promise<void> {
  const { client, id, accountNumber, type, body, now, endpoints } = event
  await tx.rows(
    sql`with written as (
      insert into myaccount_core.event (client, id, account_number, type, message, created_at)
      values (${client}, ${id}, ${accountNumber}, ${type}, ${body}, ${now}) returning client, id)
    insert into myaccount_core.event_delivery (client, event_id, endpoint, since, next_try_at)
    select written.client, written.id, endpoint, ${now}, ${now}
    from written, unnest(${endpoints}::text[]) endpoint`,
  )
}

/** A delivery that this process is sending. */
export interface DueDelivery {
  client: string
  eventId: string
  endpoint: string
  body: string
  since: Date
  /** Number of attempts, including this one; identifies the claim. */
  tries: number
}

/**
 * Claims up to `limit` due deliveries of an endpoint for the caller, oldest first, until
 * `leaseUntil`. A delivery that is neither finished nor postponed by then is due again, because its
 * process is gone.
 */
export async function claimDeliveries(
  queries: Queries,
  endpoint: string,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<DueDelivery[]> {
  return await queries.rows<DueDelivery>(
    sql`with due as (
        select client, event_id, endpoint from myaccount_core.event_delivery
        where endpoint = ${endpoint} and sent_at is null and dead_at is null
          and next_try_at <= ${now}
        order by next_try_at, client, event_id limit ${limit} for update skip locked),
      claimed as (
        update myaccount_core.event_delivery d set tries = d.tries + 1, next_try_at = ${leaseUntil}
        from due, myaccount_core.event e
        where d.client = due.client and d.event_id = due.event_id and d.endpoint = due.endpoint
          and e.client = due.client and e.id = due.event_id
        returning d.client, d.event_id, d.endpoint, d.since, d.tries, e.message as body)
      select client, event_id, endpoint, since, tries, body from claimed
      order by since, client, event_id`,
  )
}

/** Marks a delivery as sent, even if another process has claimed it in the meantime. */
export async function markDelivered(
  queries: Queries,
  { client, eventId, endpoint }: Pick<DueDelivery, "client" | "eventId" | "endpoint">,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.event_delivery
      set sent_at = ${now}, dead_at = null, last_error = null
      where client = ${client} and event_id = ${eventId} and endpoint = ${endpoint}
        and sent_at is null`,
  )
}

/** Ends a claim: the delivery is due again at `nextTryAt`, or abandoned if that is null. */
export async function putOffDelivery(
  queries: Queries,
  claim: Pick<DueDelivery, "client" | "eventId" | "endpoint" | "tries">,
  { nextTryAt, reason, now }: { nextTryAt: Date | null; reason: string; now: Date },
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.event_delivery
      set last_error = ${reason}, next_try_at = coalesce(${nextTryAt}::timestamptz, next_try_at),
        dead_at = case when ${nextTryAt}::timestamptz is null then ${now}::timestamptz end
      where client = ${claim.client} and event_id = ${claim.eventId}
        and endpoint = ${claim.endpoint} and tries = ${claim.tries}
        and sent_at is null and dead_at is null`,
  )
}

/**
 * Deletes the events written before `sentBefore` that were sent to every endpoint, and all events
 * before `anyBefore`.
 */
export async function deleteOldEvents(
  queries: Queries,
  sentBefore: Date,
  anyBefore: Date,
): Promise<void> {
  await queries.rows(
    sql`delete from myaccount_core.event e
      where e.created_at < ${anyBefore} or (e.created_at < ${sentBefore} and not exists (
        select 1 from myaccount_core.event_delivery d
        where d.client = e.client and d.event_id = e.id and d.sent_at is null))`,
  )
}
