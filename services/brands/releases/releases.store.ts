import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { ReleaseContent } from "./release-content.ts"

export interface ReleaseRow {
  client: string
  number: number
  /** The published release when this one was created; null for the first. */
  base: number | null
  madeAt: Date
  madeBy: string
  what: string
  /** Null if it was never published. */
  publishedAt: Date | null
  isPublished: boolean
}

export type WholeRelease = ReleaseRow & { content: ReleaseContent }

/** The client's releases, newest first. */
export async function listReleases(queries: Queries, client: string): Promise<ReleaseRow[]> {
  return await queries.rows<ReleaseRow>(
    sql`select client, number, base, made_at, made_by, what, published_at, is_published
      from appcontent.release where client = ${client} order by number desc`,
  )
}

export async function findRelease(
  queries: Queries,
  client: string,
  number: number,
): Promise<WholeRelease | undefined> {
  return await oneRow<WholeRelease>(
    queries,
    sql`select client, number, base, made_at, made_by, what, published_at, is_published, content
      from appcontent.release where client = ${client} and number = ${number}`,
  )
}

export async function findPublished(
  queries: Queries,
  client: string,
): Promise<WholeRelease | undefined> {
  return await oneRow<WholeRelease>(
    queries,
    sql`select client, number, base, made_at, made_by, what, published_at, is_published, content
      from appcontent.release where client = ${client} and is_published`,
  )
}

/** The client's release with the highest number. */
export async function findNewest(
  queries: Queries,
  client: string,
): Promise<WholeRelease | undefined> {
  return await oneRow<WholeRelease>(
    queries,
    sql`select client, number, base, made_at, made_by, what, published_at, is_published, content
      from appcontent.release where client = ${client} order by number desc limit 1`,
  )
}

/** The bytes of a client's file. */
export async function findFile(
  queries: Queries,
  client: string,
  hash: string,
): Promise<Buffer | undefined> {
  const row = await oneRow<{ body: Buffer }>(
    queries,
    sql`select body from appcontent.asset_file where client = ${client} and hash = ${hash}`,
  )
  return row?.body
}

/** The number after the client's newest release. Call it under the lock of loads. */
export async function nextNumber(tx: Queries, client: string): Promise<number> {
  const row = await oneRow<{ next: number }>(
    tx,
    sql`select coalesce(max(number), 0) + 1 as next from appcontent.release
      where client = ${client}`,
  )
  return row?.next ?? 1
}

export async function addRelease(
  tx: Queries,
  { client, number, base, madeAt, madeBy, what, content }: WholeRelease,
): Promise<void> {
  await tx.rows(
    sql`insert into appcontent.release
        (client, number, content, base, made_at, made_by, what, is_published)
      values (${client}, ${number}, ${JSON.stringify(content)}, ${base}, ${madeAt}, ${madeBy},
        ${what}, false)`,
  )
}

/** Makes this release the client's published one. */
export async function markPublished(
  tx: Queries,
  client: string,
  number: number,
  at: Date,
): Promise<void> {
  await tx.rows(
    sql`update appcontent.release set is_published = false where client = ${client} and is_published`,
  )
  await tx.rows(
    sql`update appcontent.release set is_published = true, published_at = ${at}
      where client = ${client} and number = ${number}`,
  )
}

/**
 * Deletes the client's releases older than the newest `kept`, except the published one, and the
 * files that no release uses anymore.
 */
export async function forgetReleases(tx: Queries, client: string, kept: number): Promise<void> {
  const gone = await tx.rows(
    sql`delete from appcontent.release where client = ${client} and not is_published
        and number <= (select max(number) from appcontent.release where client = ${client}) - ${kept}::integer
      returning number`,
  )
  if (gone.length === 0) return
  await tx.rows(
    sql`delete from appcontent.asset_file f where f.client = ${client}
      and f.hash not in (select hash from appcontent.asset where client = ${client})
      and f.hash not in (select file.value ->> 'hash' from appcontent.release r,
        jsonb_each(r.content -> 'files') file where r.client = ${client})`,
  )
}
