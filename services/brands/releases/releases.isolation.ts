import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import { addTestRelease } from "#testing/second-tenant/releases.store.ts"
import { storeBrandFiles } from "../loading/contents.load.store.ts"
import { findPresent } from "./present-brand.store.ts"
import {
  findFile,
  findNewest,
  findPublished,
  findRelease,
  forgetReleases,
  listReleases,
  markPublished,
  nextNumber,
} from "./releases.store.ts"

const { noon, release, fileHash } = shared

export const releaseCases: IsolationCase[] = [
  { name: "listReleases", run: (tx, client) => listReleases(tx, client) },
  { name: "findPublished", run: (tx, client) => findPublished(tx, client) },
  {
    name: "findFile",
    run: async (tx, client) => (await findFile(tx, client, fileHash))?.toString(),
  },
  { name: "findNewest", run: (tx, client) => findNewest(tx, client) },
  { name: "findRelease", run: (tx, client) => findRelease(tx, client, release) },
  { name: "nextNumber", run: (tx, client) => nextNumber(tx, client) },
  { name: "markPublished", run: (tx, client) => markPublished(tx, client, release, noon) },
  // The newest release of the second tenant has a higher number than Harbor Mutual's.
  { name: "forgetReleases", run: (tx, client) => forgetReleases(tx, client, 1) },
  {
    name: "forgetReleases and the files that only they had",
    run: async (tx, client) => {
      await storeBrandFiles(tx, client, [
        { hash: "old", mediaType: "text/css", body: Buffer.from("old") },
        { hash: "new", mediaType: "text/css", body: Buffer.from("new") },
      ])
      await addTestRelease(tx, client, release + 10, noon, ["old"])
      await addTestRelease(tx, client, release + 12, noon, ["new"])
      await forgetReleases(tx, client, 1)
    },
  },
  { name: "findPresent", run: (tx, client) => findPresent(tx, client) },
]
