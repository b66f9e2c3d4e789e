import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/twin-rows.store.ts"
import { findLongestLists, findMethodsOf } from "./export.store.ts"
import {
  findLatestAsOf,
  findMethodNames,
  findProgress,
  forgetProgress,
  noteProgress,
} from "./import.store.ts"

const { account } = shared

export const importCases: IsolationCase[] = [
  { name: "findLatestAsOf", run: (tx, client) => findLatestAsOf(tx, client) },
  {
    name: "noteProgress and findProgress",
    async run(tx, client) {
      await noteProgress(tx, client, "files", client.length)
      return await findProgress(tx, client, "files")
    },
  },
  {
    name: "forgetProgress",
    async run(tx, client) {
      await noteProgress(tx, client, "files", 1)
      await forgetProgress(tx, client)
      return await findProgress(tx, client, "files")
    },
  },
  { name: "findMethodsOf", run: (tx, client) => findMethodsOf(tx, client, [account]) },
  {
    name: "findMethodNames",
    async run(tx, client) {
      const methods = await findMethodsOf(tx, client, [account])
      return await findMethodNames(
        tx,
        client,
        methods.map(({ recordId }) => recordId),
      )
    },
  },
  { name: "findLongestLists", run: (tx, client) => findLongestLists(tx, client) },
]
