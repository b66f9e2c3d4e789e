import { type Queries, sql } from "#database/sql.ts"
import { storeBrandFiles } from "#services/brands/loading/contents.load.store.ts"
import { addRelease } from "#services/brands/releases/releases.store.ts"
import { shared } from "./keys.ts"
import { addBrandFile } from "./tables.ts"

const { release, fileHash, noon } = shared

/** The hashes of files that both clients have, but only the second tenant uses. */
const servedBySecondTenant = "a file that the twin serves"
const releasedBySecondTenant = "a file of a release of the twin"

/**
 * Writes releases that were never published, and files. The second tenant has one more of each in
 * use.
 */
export async function writeReleases(tx: Queries, client: string): Promise<void> {
  // Both brands have the same files. The different bytes identify the owner of a file in an answer.
  await tx.rows(
    sql`update appcontent.asset_file set body = ${Buffer.from(client)} where client = ${client}`,
  )
  await storeBrandFiles(
    tx,
    client,
    [fileHash, servedBySecondTenant, releasedBySecondTenant].map((hash) => ({
      hash,
      mediaType: "text/css",
      body: Buffer.from(client),
    })),
  )
  await addTestRelease(tx, client, release, noon)
  if (client === "harbor") return
  await addTestRelease(tx, client, release + 4, noon, [releasedBySecondTenant])
  await addBrandFile(tx, { client, name: "twin.css", hash: servedBySecondTenant })
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
