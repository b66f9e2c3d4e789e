import { type Queries, sql } from "#database/sql.ts"

export async function insertSignInLink(
  queries: Queries,
  link: { tokenHash: Buffer; client: string; userid: string; expiresAt: Date },
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.sign_in_link (token_hash, client, userid, expires_at)
      values (${link.tokenHash}, ${link.client}, ${link.userid}, ${link.expiresAt})`,
  )
}

/**
 * Uses up the link, if it belongs to one of these clients. Only one of several parallel calls
 * returns true.
 */
export async function useSignInLink(
  queries: Queries,
  use: { tokenHash: Buffer; clients: string[]; browserHash: Buffer; now: Date; until: Date },
): Promise<boolean> {
  const used = await queries.rows(
    sql`update appauth.sign_in_link
      set used_at = ${use.now}, browser_hash = ${use.browserHash}, browser_until = ${use.until}
      where token_hash = ${use.tokenHash} and client = any(${use.clients}::text[])
        and used_at is null and expires_at > ${use.now}
      returning 1`,
  )
  return used.length > 0
}

/** Whether this browser opened a link for this person and can still try to log in. */
export async function hasOpenedLink(
  queries: Queries,
  browserHash: Buffer,
  { client, userid }: { client: string; userid: string },
  now: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.sign_in_link
      where client = ${client} and browser_hash = ${browserHash} and userid = ${userid}
        and browser_until > ${now}`,
  )
  return rows.length > 0
}

export async function deleteOldSignInLinks(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.sign_in_link where expires_at < ${before}`)
}
