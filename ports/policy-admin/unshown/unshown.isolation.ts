import { earlier, later } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import {
  deleteShown,
  findOverdue,
  findUnshown,
  findUnshownBillings,
  findUnshownCredits,
  insertUnshown,
  lookLater,
} from "./unshown-changes.store.ts"

const { account: accountNumber, noon } = shared
const before = earlier(noon, { hours: 1 })
const afterwards = later(noon, { hours: 2 })

export const unshownChangeCases: IsolationCase[] = [
  {
    name: "findUnshown of an account",
    run: (tx, client) => findUnshown(tx, client, [accountNumber], before),
  },
  {
    name: "findUnshownBillings of a client",
    run: (tx, client) => findUnshownBillings(tx, client),
  },
  {
    name: "findUnshownBillings of an account",
    run: (tx, client) => findUnshownBillings(tx, client, [accountNumber]),
  },
  {
    name: "findUnshownCredits of a client",
    run: (tx, client) => findUnshownCredits(tx, client, before),
  },
  {
    name: "findOverdue of a client",
    run: (tx, client) => findOverdue(tx, client, noon),
  },
  {
    name: "insertUnshown behind another change",
    async run(tx, client) {
      const change = { kind: "subscription", before: true, after: false } as const
      const of = { client, accountNumber, policyNumber: "", id: `of ${client}` }
      await insertUnshown(tx, { ...of, ...change }, noon)
      await insertUnshown(tx, { ...of, ...change, id: "a change" }, noon)
      return await findUnshown(tx, client, [accountNumber], before)
    },
  },
  {
    name: "deleteShown of a change",
    run: (tx, client) => deleteShown(tx, [{ client, accountNumber, id: "a change" }]),
  },
  {
    name: "lookLater at an account",
    run: (tx, client) => lookLater(tx, { client, accountNumber }, afterwards, 15),
  },
]
