import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import {
  appendEntry,
  contactChangesSince,
  entriesAfter,
  entriesOfAccount,
  findChains,
  findEnds,
  findHashes,
  findLostKeys,
  findPersonKeys,
  lockEnd,
} from "./audit.store.ts"

const { account, accountName, noon } = shared
/** The numbers of entries of both clients. */
const numbers = Array.from({ length: 20 }, (_, index) => 1000 + index)
const some = Buffer.from("some hash")

export const auditCases: IsolationCase[] = [
  {
    name: "appendEntry",
    async run(tx, client) {
      const { number } = await lockEnd(tx, client, 1)
      const content = JSON.stringify({ action: "signIn", accountNumber: account })
      const entry = { client, number: number + 1, content, at: noon }
      await appendEntry(tx, { ...entry, previousHash: some, hash: some, seal: some })
    },
  },
  {
    name: "lockEnd, before a cross-link entry",
    run: (tx, client) => lockEnd(tx, client, shared.crossLinkedChain),
  },
  { name: "findPersonKeys", run: (tx, client) => findPersonKeys(tx, client, [accountName]) },
  {
    name: "findLostKeys",
    async run(tx, client) {
      const erased = { client: "another client", person: `without a key at ${client}` }
      return (await findLostKeys(tx, [erased])).filter((row) => row.client === client)
    },
  },
  { name: "entriesAfter", run: (tx, client) => entriesAfter(tx, client, 1, 0, 100) },
  { name: "findHashes", run: (tx, client) => findHashes(tx, client, numbers) },
  {
    name: "findStrands",
    run: async (tx, client) => (await findChains(tx)).filter((row) => row.client === client),
  },
  {
    name: "findEnds",
    run: async (tx, client) => (await findEnds(tx)).filter((end) => end.client === client),
  },
  {
    name: "entriesOfAccount",
    run: (tx, client) =>
      entriesOfAccount(tx, named(client), { before: 1_000_000, limit: 100, without: [] }),
  },
  {
    name: "entriesOfAccount before an entry of the other client",
    run: (tx, client) =>
      entriesOfAccount(tx, named(client), { before: 1_002, limit: 100, without: [] }),
  },
  {
    name: "contactChangesSince",
    run: (tx, client) => contactChangesSince(tx, named(client), new Date(0)),
  },
]

function named(client: string) {
  return { client, accountNumber: account, accounts: [accountName] }
}
