import type { Queries } from "#database/sql.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/twin-rows.store.ts"
import { storeFiles } from "../loading/contents.load.store.ts"
import { findPresent } from "./present-brand.store.ts"
import {
  addRelease,
  findFile,
  findNewest,
  findPublished,
  findRelease,
  forgetReleases,
  listReleases,
  markPublished,
  nextNumber,
} from "./releases.store.ts"

const { noon } = shared

export const releaseCases: IsolationCase[] = [
  { name: "listReleases", run: (tx, client) => listReleases(tx, client) },
  { name: "findPublished", run: (tx, client) => findPublished(tx, client) },
  {
    name: "findFile",
    run: async (tx, client) => {
      await storeFiles(tx, client, [
        { hash: "file", mediaType: "text/css", body: Buffer.from("file") },
      ])
      return (await findFile(tx, client, "file"))?.toString()
    },
  },
  {
    name: "findNewest",
    run: async (tx, client) => {
      await add(tx, client, 7)
      return await findNewest(tx, client)
    },
  },
  {
    name: "findRelease",
    run: async (tx, client) => {
      await add(tx, client, 7)
      return await findRelease(tx, client, 7)
    },
  },
  {
    name: "nextNumber after another release",
    run: async (tx, client) => {
      await add(tx, client, 7)
      return await nextNumber(tx, client)
    },
  },
  {
    name: "markPublished",
    run: async (tx, client) => {
      await add(tx, client, 7)
      await markPublished(tx, client, 7, noon)
    },
  },
  {
    name: "forgetReleases and the files that only they had",
    run: async (tx, client) => {
      await storeFiles(tx, client, [
        { hash: "old", mediaType: "text/css", body: Buffer.from("old") },
        { hash: "new", mediaType: "text/css", body: Buffer.from("new") },
      ])
      await add(tx, client, 7, "old")
      await add(tx, client, 9, "new")
      await forgetReleases(tx, client, 1)
    },
  },
  { name: "findPresent", run: (tx, client) => findPresent(tx, client) },
]

/** Adds a release with one file, which was never published. */
async function add(tx: Queries, client: string, number: number, hash = "old"): Promise<void> {
  const files = { "logo.svg": { hash, mediaType: "image/svg+xml", bytes: 3 } }
  const made = { base: 1, madeAt: noon, madeBy: "operator", what: "preview" }
  const content = { brand: null, texts: {}, files }
  const state = { publishedAt: null, isPublished: false }
  await addRelease(tx, { client, number, ...made, ...state, content })
}
