import { type Queries, sql } from "#database/sql.ts"

export async function isDeviceOf(
  queries: Queries,
  secretHash: Buffer,
  userid: string,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.device where secret_hash = ${secretHash} and userid = ${userid}`,
  )
  return rows.length > 0
}

/** Replaces the secret `from` of a browser by `to`, for all users who have signed in there. */
export async function renewDevice(queries: Queries, from: Buffer, to: Buffer): Promise<void> {
  await queries.rows(sql`update appauth.device set secret_hash = ${to} where secret_hash = ${from}`)
}

/** Forgets every browser of this person. */
export async function deleteDevicesOf(queries: Queries, userid: string): Promise<void> {
  await queries.rows(sql`delete from appauth.device where userid = ${userid}`)
}

export async function writeDevice(
  queries: Queries,
  secretHash: Buffer,
  userid: string,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.device (secret_hash, userid, seen_at)
      values (${secretHash}, ${userid}, ${now})
      on conflict (secret_hash, userid) do update set seen_at = excluded.seen_at`,
  )
}

export async function deleteOldDevices(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.device where seen_at < ${before}`)
}
