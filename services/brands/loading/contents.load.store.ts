import { type Queries, sql } from "#database/sql.ts"
import type { BrandChange } from "./clients.load.store.ts"

/** The client code of texts that all clients share. */
const shared = ""

/** The titles of the stored shared texts. */
export async function findSharedTitles(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ title: string }>(
    sql`select title from appcontent.content where client = ${shared} order by title`,
  )
  return rows.map(({ title }) => title)
}

/** Replaces all texts of the client; '' stands for the texts that all clients share. */
export async function replaceContents(
  tx: Queries,
  client: string,
  contents: { title: string; html: string }[],
): Promise<BrandChange> {
  const titles = contents.map(({ title }) => title)
  const removed = await tx.rows(
    sql`delete from appcontent.content where client = ${client}
      and title <> all(${titles}::text[]) returning title`,
  )
  const written = await tx.rows(
    sql`insert into appcontent.content as c (client, title, html)
      select ${client}, * from unnest(${titles}::text[], ${contents.map(({ html }) => html)}::text[])
      on conflict (client, title) do update set html = excluded.html
      where c.* is distinct from excluded.*
      returning c.title`,
  )
  return { written: written.length, removed: removed.length }
}

/** Stores the bytes of these files of the client, unless they are already stored. */
export async function storeBrandFiles(
  tx: Queries,
  client: string,
  files: readonly { hash: string; mediaType: string; body: Buffer }[],
): Promise<void> {
  if (files.length === 0) return
  await tx.rows(
    sql`insert into appcontent.asset_file (client, hash, media_type, body)
      select ${client}, * from unnest(${files.map(({ hash }) => hash)}::text[],
        ${files.map(({ mediaType }) => mediaType)}::text[],
        ${files.map(({ body }) => body)}::bytea[])
      on conflict do nothing`,
  )
}

/** Replaces all files of the client's brand. Their bytes must already be stored. */
export async function replaceAssets(
  tx: Queries,
  client: string,
  assets: readonly { name: string; hash: string; mediaType: string }[],
): Promise<BrandChange> {
  const names = assets.map(({ name }) => name)
  const removed = await tx.rows(
    sql`delete from appcontent.asset where client = ${client}
      and name <> all(${names}::text[]) returning name`,
  )
  const written = await tx.rows(
    sql`insert into appcontent.asset as a (client, name, hash, media_type)
      select ${client}, * from unnest(${names}::text[], ${assets.map(({ hash }) => hash)}::text[],
        ${assets.map(({ mediaType }) => mediaType)}::text[])
      on conflict (client, name) do update set hash = excluded.hash,
        media_type = excluded.media_type
      where (a.hash, a.media_type) is distinct from (excluded.hash, excluded.media_type)
      returning a.name`,
  )
  return { written: written.length, removed: removed.length }
}

/**
 * Stores that these files of the client are published, so that open pages can still load them
 * later.
 */
export async function notePublishedFiles(
  tx: Queries,
  client: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.rows(
    sql`update appcontent.asset_file set was_published = true
      where client = ${client} and hash = any(${hashes}::text[]) and not was_published`,
  )
}
