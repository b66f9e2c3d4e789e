import type { Database } from "#database/open.ts"
import { oneRow, sql } from "#database/sql.ts"

/** A script or style sheet of a release; the path begins with `/assets/`. */
export interface PageFileRow {
  path: string
  body: Buffer
}

/** Records that a server of this release starts. Returns whether its files are already stored. */
export async function noteRelease(database: Database, release: string): Promise<boolean> {
  const noted = await oneRow<{ isKnown: boolean }>(
    database,
    sql`insert into public.page_release (release, started_at) values (${release}, clock_timestamp())
      on conflict (release) do update set started_at = clock_timestamp()
      returning exists (select 1 from public.page_file f where f.release = ${release}) as is_known`,
  )
  return noted?.isKnown === true
}

/** Stores the files of a release, and deletes those of all releases except the `kept` newest. */
export async function storeRelease(
  database: Database,
  release: string,
  files: readonly PageFileRow[],
  kept: number,
): Promise<void> {
  await database.rows(
    sql`insert into public.page_file (release, path, body)
      select ${release}, * from unnest(${files.map(({ path }) => path)}::text[],
        ${files.map(({ body }) => body)}::bytea[])
      on conflict do nothing`,
  )
  await database.rows(
    sql`delete from public.page_release where release not in (
      select release from public.page_release order by started_at desc, release limit ${kept})`,
  )
}

/** The file of any stored release at this path. */
export async function findPageFile(database: Database, path: string): Promise<Buffer | undefined> {
  const row = await oneRow<{ body: Buffer }>(
    database,
    sql`select body from public.page_file where path = ${path} limit 1`,
  )
  return row?.body
}
