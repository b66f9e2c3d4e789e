import { writeElsewhere } from "#testing/elsewhere.store.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { otherClient, shared } from "#testing/second-tenant/keys.ts"
import {
  endErasedDocuments,
  findAccountNumbers,
  findAddresses,
  findErasedDocuments,
  findErasures,
  forgetMethods,
  insertErasure,
  liftErasure,
} from "./erasure/erasures.store.ts"
import { findLogin, findMovingProducts, hasMethod, moveMethod } from "./move/moves.store.ts"
import { findAccountOf, findNumbersOf, isAccountNumber } from "./people.store.ts"
import { findUnderWay } from "./under-way.store.ts"

const { account, accountName: person, policy, userid, noon } = shared
const documentOf = (documentId: string) => ({
  ...{ client: "both", accountNumber: account, documentId },
  ...{ documentSource: "", documentCategory: "" },
})

export const privacyCases: IsolationCase[] = [
  { name: "findAccountOf", run: (tx, client) => findAccountOf(tx, client, userid) },
  {
    name: "isAccountNumber",
    async run(tx, client) {
      await writeElsewhere(tx, { client, account, policy })
      return [
        await isAccountNumber(tx, client, account),
        await isAccountNumber(tx, client, "ELSEWHERE-1"),
      ]
    },
  },
  {
    name: "findNumbersOf",
    async run(tx, client) {
      await writeElsewhere(tx, { client, account, policy })
      return await findNumbersOf(tx, client, account)
    },
  },
  {
    name: "findMovingProducts",
    async run(tx, client) {
      await writeElsewhere(tx, { client, account, policy })
      return await findMovingProducts(tx, client, account)
    },
  },
  { name: "findLogin", run: (tx, client) => findLogin(tx, client, account) },
  {
    name: "moveMethod",
    run: (tx, client) =>
      moveMethod(tx, { client, accountNumber: account, recordId: shared.recordId }, "MOVED-1"),
  },
  {
    name: "hasMethod",
    async run(tx, client) {
      const key = { client, accountNumber: account, recordId: shared.recordId }
      const elsewhere = { ...key, client: otherClient(client) }
      const both = [await hasMethod(tx, key)]
      await moveMethod(tx, elsewhere, "MOVED-1")
      both.push(await hasMethod(tx, key))
      await moveMethod(tx, { ...elsewhere, accountNumber: "MOVED-1" }, account)
      await moveMethod(tx, key, "MOVED-1")
      return [...both, await hasMethod(tx, key)]
    },
  },
  { name: "findUnderWay", run: (tx, client) => findUnderWay(tx, client, account) },
  {
    name: "findAddresses",
    async run(tx, client) {
      await writeElsewhere(tx, { client, account, policy })
      return await findAddresses(tx, client, account)
    },
  },
  {
    name: "findAccountNumbers",
    async run(tx, client) {
      await writeElsewhere(tx, { client, account, policy })
      return await findAccountNumbers(tx, client, "", 1_000)
    },
  },
  { name: "forgetMethods", run: (tx, client) => forgetMethods(tx, client, account, noon) },
  {
    name: "insertErasure",
    run: (tx, client) =>
      insertErasure(tx, { client, person, erasedAt: noon }, [documentOf("again")]),
  },
  { name: "liftErasure", run: (tx, client) => liftErasure(tx, client, [person], noon) },
  {
    name: "endErasedDocuments",
    run: (tx, client) => endErasedDocuments(tx, client, person, [documentOf("both")]),
  },
  {
    name: "findErasures",
    run: async (tx, client) => (await findErasures(tx)).filter((row) => row.client === client),
  },
  {
    name: "findErasedDocuments",
    run: async (tx, client) =>
      (await findErasedDocuments(tx)).filter((row) => row.client === client),
  },
]
