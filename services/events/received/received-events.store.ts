import { type Queries, sql } from "#database/sql.ts"

/** A message, identified by its sender and the webhook-id header. Clients may share an id. */
export interface MessageKey {
  client: string
  sender: string
  webhookId: string
}

export async function isReceived(
  queries: Queries,
  { client, sender, webhookId }: MessageKey,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from myaccount_core.received_event
      where client = ${client} and sender = ${sender} and webhook_id = ${webhookId}`,
  )
  return rows.length > 0
}

/** Stores a message. False if it was received before. */
export async function insertReceived(
  tx: Queries,
  { client, sender, webhookId }: MessageKey,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`insert into myaccount_core.received_event (client, sender, webhook_id, received_at)
      values (${client}, ${sender}, ${webhookId}, ${now})
      on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

export async function deleteOldReceived(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from myaccount_core.received_event where received_at < ${before}`)
}
