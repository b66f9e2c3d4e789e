import { type Queries, sql } from "#database/sql.ts"
import type { HashScheme } from "./password.ts"

/** The kinds of imported password hashes that the client's users may have. */
export async function findSchemes(queries: Queries, client: string): Promise<HashScheme[]> {
  return await queries.rows<HashScheme>(
    sql`select id, scheme from appauth.imported_scheme where client = ${client} order by id`,
  )
}

/** Adds these kinds. An existing one gets a new import time. */
export async function addSchemes(
  tx: Queries,
  client: string,
  schemes: readonly HashScheme[],
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`insert into appauth.imported_scheme (client, id, scheme, imported_at)
      select ${client}, r.id, r.scheme, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(schemes)}::json) as r(id text, scheme text)
      order by r.id
      on conflict (client, id) do update set imported_at = excluded.imported_at`,
  )
}

/** Deletes kinds that were last imported before `before` and that no user has anymore. */
export async function deleteUnusedSchemes(queries: Queries, before: Date): Promise<void> {
  await queries.rows(
    sql`delete from appauth.imported_scheme s
      where s.imported_at < ${before} and not exists (
        select from appauth.user_account u where u.client = s.client
          and u.password_hash like '$imported$%' and split_part(u.password_hash, '$', 3) = s.id)`,
  )
}
