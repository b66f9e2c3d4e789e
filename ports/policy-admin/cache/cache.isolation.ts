import { later } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import {
  deleteCached,
  deleteOldCached,
  findCachedClients,
  findHolders,
  findRows,
  storeNumbers,
  storeRows,
} from "./cache.store.ts"

const { account: accountNumber, noon, tokenHash: hash } = shared
const afterwards = later(noon, { hours: 1 })

export const cachedDataCases: IsolationCase[] = [
  {
    name: "findRows of kept answers",
    run: (tx, client) => findRows(tx, client, accountNumber, [hash], noon),
  },
  {
    name: "findHolders of a number",
    run: (tx, client) => findHolders(tx, client, [hash], noon),
  },
  {
    name: "findKeptClients",
    run: async (tx, client) => (await findCachedClients(tx)).includes(client),
  },
  {
    name: "keepRows over an older answer",
    run: (tx, client) =>
      storeRows(tx, [
        { client, accountNumber, read: hash, sealed: Buffer.from("new"), keptAt: afterwards },
      ]),
  },
  {
    name: "keepNumbers of another person",
    run: async (tx, client) => {
      const row = { client, number: hash, accountNumber: "HM0000001", keptAt: afterwards }
      await storeNumbers(tx, [row])
      return await findHolders(tx, client, [hash], noon)
    },
  },
  {
    name: "deleteKept of a person",
    run: (tx, client) => deleteCached(tx, client, accountNumber, noon),
  },
  {
    name: "deleteOldKept of a client",
    run: (tx, client) => deleteOldCached(tx, [{ client, before: afterwards }]),
  },
]
