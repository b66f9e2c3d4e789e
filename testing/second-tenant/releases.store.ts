import { type Queries, sql } from "#database/sql.ts"
import { storeBrandFiles } from "#services/brands/loading/contents.load.store.ts"
import { addRelease } from "#services/brands/releases/releases.store.ts"
import { secondTenant } from "./second-tenant.ts"

/** The keys of the rows, the same at both clients. */
interface Keys {
  release: number
  fileHash: string
  noon: Date
}

/** The hashes of files that both clients have, but only the second tenant uses. */
const servedBySecondTenant = "a file that the twin serves"
const releasedBySecondTenant = "a file of a release of the twin"

/**
 * Writes releases that were never published, and files. The second tenant has one more of each in
 * use.
 */
export async function writeReleases(tx: Queries, client: string, keys: Keys): Promise<void> {
  // Both brands have the same files. The different bytes identify the owner of a file in an answer.
  await tx.rows(
    sql`update appcontent.asset_file set body = ${Buffer.from(client)} where client = ${client}`,
  )
  await storeBrandFiles(
    tx,
    client,
    [keys.fileHash, servedBySecondTenant, releasedBySecondTenant].map((hash) => ({
      hash,
      mediaType: "text/css",
      body: Buffer.from(client),
    })),
  )
  await addTestRelease(tx, client, keys.release, keys.noon)
  if (client !== secondTenant) return
  await addTestRelease(tx, client, keys.release + 4, keys.noon, [releasedBySecondTenant])
  await tx.rows(
    sql`insert into appcontent.asset (client, name, hash, media_type)
      values (${client}, 'twin.css', ${servedBySecondTenant}, 'text/css')`,
  )
}

/** Adds a release that was never published, with files of these hashes. */
export async function addTestRelease(
  tx: Queries,
  client: string,
  number: number,
  madeAt: Date,
  hashes: readonly string[] = [],
): Promise<void> {
  const files = Object.fromEntries(
    hashes.map((hash) => [`${hash}.css`, { hash, mediaType: "text/css", bytes: 3 }]),
  )
  const content = { brand: null, texts: {}, files }
  const made = { base: 1, madeAt, madeBy: "operator", what: `a preview of ${client}` }
  const state = { publishedAt: null, isPublished: false }
  await addRelease(tx, { client, number, ...made, ...state, content })
}
