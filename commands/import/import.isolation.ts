import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import { findLongestLists, findMethodsOf, findUsersOf } from "./export.store.ts"
import { findMethodNames, findProgress, forgetProgress, noteProgress } from "./import.store.ts"

const { account } = shared

export const importCases: IsolationCase[] = [
  { name: "noteProgress", run: (tx, client) => noteProgress(tx, client, "files", client.length) },
  {
    name: "findProgress",
    run: (tx, client) =>
      inTurn(["files of harbor", "files of twin"], (files) => findProgress(tx, client, files)),
  },
  { name: "forgetProgress", run: (tx, client) => forgetProgress(tx, client) },
  { name: "findUsersOf", run: (tx, client) => findUsersOf(tx, client, [account]) },
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
