import { type Queries, sql } from "#database/sql.ts"

/** A customer, or a staff member (with the client of the support site). */
export interface DeviceOwner {
  client: string
  userid: string
}

export async function isDeviceOf(
  queries: Queries,
  secretHash: Buffer,
  { client, userid }: DeviceOwner,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.device
      where client = ${client} and secret_hash = ${secretHash} and userid = ${userid}`,
  )
  return rows.length > 0
}

/**
 * Replaces a browser's secret `from` with `to`, for all users of these clients who have signed in
 * there.
 */
export async function renewDevice(
  queries: Queries,
  clients: readonly string[],
  from: Buffer,
  to: Buffer,
): Promise<void> {
  await queries.rows(
    sql`update appauth.device set secret_hash = ${to}
      where client = any(${clients}::text[]) and secret_hash = ${from}`,
  )
}

/** Forgets every browser of this person. */
export async function deleteDevicesOf(
  queries: Queries,
  { client, userid }: DeviceOwner,
): Promise<void> {
  await queries.rows(
    sql`delete from appauth.device where client = ${client} and userid = ${userid}`,
  )
}

export async function writeDevice(
  queries: Queries,
  secretHash: Buffer,
  { client, userid }: DeviceOwner,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.device (client, secret_hash, userid, seen_at)
      values (${client}, ${secretHash}, ${userid}, ${now})
      on conflict (client, secret_hash, userid) do update set seen_at = excluded.seen_at`,
  )
}

export async function deleteOldDevices(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.device where seen_at < ${before}`)
}
