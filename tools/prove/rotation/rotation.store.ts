import { type Queries, sql } from "#database/sql.ts"

/** Delays every email by a day, as an unavailable mail server causes. */
export async function putEmailsOff(queries: Queries): Promise<void> {
  await queries.rows(sql`update mail.outbox set next_try_at = now() + interval '1 day'`)
}

/** Makes some of the delayed emails due. */
export async function makeEmailsDue(queries: Queries, count: number): Promise<void> {
  await queries.rows(
    sql`update mail.outbox set next_try_at = now() where id in (
      select id from mail.outbox where sealed is not null and next_try_at > now() + interval '1 hour'
      limit ${count})`,
  )
}

/** The number of values sealed with the key of this id. */
export async function countSealedWith(queries: Queries, id: Buffer): Promise<number> {
  const [row] = await queries.rows<{ values: number }>(
    sql`select (select count(*) from mail.outbox where substring(sealed from 2 for 4) = ${id})::int
      + (select count(*) from appauth.agent_factor
        where substring(secret_sealed from 2 for 4) = ${id})::int
      + (select count(*) from appauth.agent_provider
        where substring(refresh_sealed from 2 for 4) = ${id})::int
      + (select count(*) from appauth.user_account where password_hash like '$imported$%'
        and substring(decode(split_part(password_hash, '$', 4), 'base64') from 2 for 4) = ${id})::int
      as values`,
  )
  return row?.values ?? 0
}

/** The number of these users who must register again. */
export async function countEnded(queries: Queries, userids: readonly string[]): Promise<number> {
  const rows = await queries.rows(
    sql`select from appauth.user_account where userid = any(${[...userids]}::text[]) and reactivate`,
  )
  return rows.length
}
