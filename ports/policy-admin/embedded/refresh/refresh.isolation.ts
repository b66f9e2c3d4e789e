import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import { writeEmailSubscribed } from "../contact.store.ts"
import { deletePeople, deleteProducts, findAccounts } from "../people.load.store.ts"
import {
  findAmbiguousOpenings,
  findBilledTerms,
  findKnownBalances,
  findPaid,
  findPostedOf,
  lockBalances,
} from "./balances.store.ts"
import { writeBalances } from "./balances.ts"
import {
  findLoadedKinds,
  forgetImport,
  lockLoadedKinds,
  noteImport,
  noteLoaded,
} from "./loaded-kinds.store.ts"
import {
  findAccountsAfter,
  findAlikeAccounts,
  findKnownPersons,
  findPersons,
} from "./persons.store.ts"
import { writePersons } from "./persons.ts"
import {
  findKnownProducts,
  findLastPositions,
  findProductsOf,
  findStoredProducts,
} from "./products.store.ts"
import { writeDocuments, writeProducts } from "./products.ts"

const { account, policy, billedPolicy, endedPolicy, crossedAccounts, crossedPolicies } = shared
const asOf = new Date("2026-01-01T00:00:00Z")
const late = new Date("2030-01-01T00:00:00Z")

/** The entries in a fixed order, because statements without an order return rows in any order. */
function inOrder<Value>(found: ReadonlyMap<string, Value>): [key: string, value: Value][] {
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

export const refreshCases: IsolationCase[] = [
  { name: "findAccounts", run: (tx, client) => findAccounts(tx, client) },
  { name: "deletePeople", run: (tx, client) => deletePeople(tx, client, [account]) },
  { name: "deleteProducts", run: (tx, client) => deleteProducts(tx, client, [policy]) },
  {
    name: "findAccountsAfter",
    run: (tx, client) => findAccountsAfter(tx, client, "", 1_000),
  },
  {
    name: "findKnownPersons",
    run: async (tx, client) => inOrder(await findKnownPersons(tx, client, crossedAccounts)),
  },
  {
    name: "findAlikeAccounts",
    async run(tx, client) {
      const { stored, alike } = await findAlikeAccounts(tx, client, crossedAccounts)
      return [[...stored].toSorted(), alike.toSorted()]
    },
  },
  { name: "findPersons", run: (tx, client) => findPersons(tx, client, crossedAccounts) },
  {
    name: "findKnownProducts",
    run: async (tx, client) => inOrder(await findKnownProducts(tx, client, crossedPolicies)),
  },
  { name: "findProductsOf", run: (tx, client) => findProductsOf(tx, client, crossedAccounts) },
  {
    name: "findLastPositions",
    run: async (tx, client) => inOrder(await findLastPositions(tx, client, crossedAccounts)),
  },
  {
    name: "findStoredProducts",
    run: async (tx, client) => {
      return inOrder(await findStoredProducts(tx, client, [policy, ...crossedPolicies]))
    },
  },
  {
    name: "findKnownBalances",
    run: async (tx, client) => inOrder(await findKnownBalances(tx, client, crossedPolicies)),
  },
  {
    name: "findBilledTerms",
    run: async (tx, client) => {
      return inOrder(await findBilledTerms(tx, client, [endedPolicy, ...crossedPolicies]))
    },
  },
  {
    name: "findAmbiguousOpenings",
    run: async (tx, client) => {
      return (await findAmbiguousOpenings(tx)).filter((opening) => opening.client === client)
    },
  },
  {
    name: "findPaid",
    run: async (tx, client) => {
      return [
        ...(await findPaid(tx, client, [policy, billedPolicy, ...crossedPolicies])),
      ].toSorted()
    },
  },
  {
    name: "findPostedOf",
    run: async (tx, client) => [
      ...(await findPostedOf(tx, client, [policy, billedPolicy, ...crossedPolicies], asOf)),
    ],
  },
  { name: "findLoadedKinds", run: (tx, client) => findLoadedKinds(tx, client) },
  {
    name: "lockLoadedKinds",
    run: (tx, client) => lockLoadedKinds(tx, client, ["bills", "people"]),
  },
  {
    name: "noteImport",
    run: (tx, client) => noteImport(tx, client, "files", late, [{ kind: "bills", newest: late }]),
  },
  {
    name: "noteLoaded",
    run: (tx, client) => noteLoaded(tx, client, [{ kind: "bills", newest: late }]),
  },
  {
    name: "forgetImport",
    run: (tx, client) =>
      inTurn(["files of harbor", "files of twin"], (files) => forgetImport(tx, client, files)),
  },
  { name: "lockBalances", run: (tx, client) => lockBalances(tx, client, [policy]) },
  {
    name: "writePersons, one of them changed and one equal",
    async run(tx, client) {
      const persons = await findPersons(tx, client, crossedAccounts)
      const [first, ...others] = persons
      if (!first) return undefined
      const changed = { ...first, lastName: "Another", phoneNumber: "2075550199" }
      return await writePersons(tx, client, [changed, ...others], { asOf: late })
    },
  },
  {
    name: "writePersons, equal after a change made here",
    async run(tx, client) {
      await writeEmailSubscribed(tx, client, account, false, asOf)
      return await writePersons(tx, client, await findPersons(tx, client, [account]), {
        asOf: late,
      })
    },
  },
  {
    name: "writeProducts, one of them changed and one equal",
    async run(tx, client) {
      const stored = await findStoredProducts(tx, client, [policy, ...crossedPolicies])
      const [first, ...others] = [...stored.values()].map(({ product }) => product)
      if (!first) return undefined
      const changed = { ...first, policy: { ...first.policy, policyStatus: "Changed" } }
      return await writeProducts(tx, client, [changed, ...others], { asOf: late })
    },
  },
  {
    name: "writeProducts, billed otherwise, one of them without its frequency",
    async run(tx, client) {
      const stored = await findStoredProducts(tx, client, crossedPolicies)
      const changed = [...stored.values()].map(({ product }) => {
        const { frequencies } = product.billing
        const isFirst = product.policy.policyNumber === crossedPolicies[0]
        return {
          ...product,
          billing: {
            ...product.billing,
            frequencies: isFirst ? [] : frequencies,
            paymentMethodLabel: "Changed",
            disclaimer: "Changed",
          },
        }
      })
      return await writeProducts(tx, client, changed, { asOf })
    },
  },
  {
    name: "writeProducts, active again",
    async run(tx, client) {
      const stored = await findStoredProducts(tx, client, [endedPolicy])
      const changed = [...stored.values()].map(({ product }) => {
        return { ...product, policy: { ...product.policy, active: true, policyStatus: "Changed" } }
      })
      return await writeProducts(tx, client, changed, { asOf: late, today: "2026-04-01" })
    },
  },
  {
    name: "writeBalances, changed",
    async run(tx, client) {
      const stored = await findStoredProducts(tx, client, [policy])
      const balances = [...stored.values()].map(({ balance: { balance, ...of } }) => {
        return { ...of, balance: { ...balance, amountDue: balance.amountDue + 100 } }
      })
      return await writeBalances(tx, client, balances, { asOf: late })
    },
  },
  {
    name: "writeBalances, equal",
    async run(tx, client) {
      const stored = await findStoredProducts(tx, client, [policy])
      const balances = [...stored.values()].map(({ balance }) => balance)
      return await writeBalances(tx, client, balances, { asOf })
    },
  },
  {
    name: "writeDocuments",
    run: (tx, client) =>
      inTurn(crossedPolicies, (policyNumber) =>
        writeDocuments(tx, client, [
          {
            policyNumber,
            documentId: "D-NEW",
            documentSource: "POLICY",
            documentCategory: "CONTRACT",
            documentTypeId: "101",
            documentName: "New",
            documentCreatedDate: "2026-01-01",
            isCorrespondence: false,
          },
        ]),
      ),
  },
]
