import type { IsolationCase } from "#testing/isolation.ts"
import { either, otherClient, shared, uuid } from "#testing/second-tenant/keys.ts"
import type { AutoPayDue, BillingChange } from "../port.ts"
import { findAccount, findDocument, findKeys, findPolicy } from "./accounts.store.ts"
import { insertSkippedCharges, wasMade, writeBilling } from "./billing.store.ts"
import { findAutoPayDue, findOpenBills, findUnbilled } from "./bills.store.ts"
import {
  findBooks,
  findReversals,
  insertNamedBills,
  insertReversal,
  lockBook,
  type ProductKey,
  writeBook,
} from "./books.store.ts"
import { writeContact, writeEmailSubscribed } from "./contact.store.ts"
import { post } from "./ledger/book.ts"
import {
  findLotAmount,
  findNotes,
  findPosted,
  findPostings,
  findReversalAmount,
} from "./posting.store.ts"
import { findActiveProducts, findProduct } from "./products.store.ts"
import { refreshCases } from "./refresh/refresh.isolation.ts"

const {
  account,
  policy,
  quietPolicy,
  crossedAccounts,
  crossedPolicies,
  endedAccount,
  endedPolicy,
} = shared

const now = new Date("2026-03-02T12:00:00Z")

/** Each holder of a shared policy number at either client, with that policy. */
const crossed = crossedAccounts.flatMap((accountNumber) =>
  crossedPolicies.map((policyNumber) => ({ accountNumber, policyNumber })),
)

export const accountSystemCases: IsolationCase[] = [
  {
    name: "findAccount by account number",
    run: (tx, client) => findAccount(tx, client, { accountNumber: account }),
  },
  {
    name: "findAccount by policy number",
    run: (tx, client) => findAccount(tx, client, { policyNumber: crossedPolicies[0] ?? "" }),
  },
  {
    name: "findActiveProducts",
    run: (tx, client) =>
      each(crossed, (key) => findActiveProducts(tx, client, key.accountNumber, key.policyNumber)),
  },
  { name: "findProduct", run: (tx, client) => findProduct(tx, client, account, policy) },
  {
    name: "findProduct of another account",
    run: (tx, client) =>
      each(crossed, (key) => findProduct(tx, client, key.accountNumber, key.policyNumber)),
  },
  { name: "findPolicy", run: (tx, client) => findPolicy(tx, client, account, policy) },
  {
    name: "findPolicy of another account",
    run: (tx, client) =>
      each(crossed, (key) => findPolicy(tx, client, key.accountNumber, key.policyNumber)),
  },
  {
    name: "findDocument",
    run: (tx, client) =>
      each(crossedAccounts, (accountNumber) =>
        findDocument(tx, client, accountNumber, {
          documentId: "D50301",
          documentSource: "POLICY",
          documentCategory: "CONTRACT",
        }),
      ),
  },
  {
    name: "findKeys by account number",
    run: (tx, client) => findKeys(tx, [client, "wayfarer"], { accountNumber: account }),
  },
  {
    name: "findKeys by policy number",
    run: (tx, client) => findKeys(tx, [client, "wayfarer"], { policyNumber: policy }),
  },
  {
    name: "writeBilling",
    run: (tx, client) =>
      each(crossed, (key) => writeBilling(tx, { ...change, client, ...key }, now)),
  },
  {
    name: "writeBilling and wasMade of a change with an id that another change followed",
    run: (tx, client) =>
      each(crossed, async (key) => {
        const first = { ...change, client, ...key, changeId: "one change" }
        const made = await writeBilling(tx, first, now)
        return [made, await writeBilling(tx, first, now), await wasMade(tx, first)]
      }),
  },
  {
    name: "wasMade",
    run: (tx, client) =>
      each(crossed, (key) => wasMade(tx, { ...change, wanted: unchanged, client, ...key })),
  },
  {
    name: "wasMade of a product that is billed otherwise at the other client",
    run: (tx, client) =>
      wasMade(tx, {
        ...change,
        wanted: unchanged,
        client,
        accountNumber: account,
        policyNumber: quietPolicy,
      }),
  },
  {
    name: "insertSkippedCharges, and the charges without them",
    async run(tx, client) {
      const dueDates = either(client, ["2026-03-11"], ["2026-03-10"])
      const known = await each(crossed, (key) =>
        insertSkippedCharges(tx, { client, ...key, dueDates }),
      )
      await insertSkippedCharges(tx, {
        client,
        accountNumber: account,
        policyNumber: policy,
        dueDates,
      })
      return known
    },
  },
  {
    name: "insertNamedBills",
    async run(tx, client) {
      const product = { client, policyNumber: policy }
      const stored = await lockBook(tx, product)
      const paymentId = uuid("fd")
      return stored && (await insertNamedBills(tx, product, stored, paymentId, [1]))
    },
  },
  {
    name: "findOpenBills",
    run: (tx, client) =>
      each(crossed, (key) => findOpenBills(tx, client, key.accountNumber, [key.policyNumber])),
  },
  {
    name: "findOpenBills of a load that has counted a payment",
    run: (tx, client) => findOpenBills(tx, client, endedAccount, [endedPolicy]),
  },
  {
    name: "findUnbilled, page by page",
    run: (tx, client) =>
      pages<ProductKey>(client, (after) => findUnbilled(tx, client, "2026-12-31", after, 1)),
  },
  {
    name: "findUnbilled, all at once",
    run: async (tx, client) =>
      (await findUnbilled(tx, client, "2026-12-31", undefined, 100)).filter(
        (key) => key.client === client,
      ),
  },
  {
    name: "findAutoPayDue, page by page",
    run: (tx, client) =>
      pages<AutoPayDue>(client, (after) => findAutoPayDue(tx, client, "2026-12-31", after, 1)),
  },
  {
    name: "writeContact",
    async run(tx, client) {
      const person = await findAccount(tx, client, { accountNumber: account })
      const { contactVersion = "" } = person ?? {}
      const other = otherClient(client)
      const versionElsewhere = (await findAccount(tx, other, { accountNumber: account }))
        ?.contactVersion
      const contact = {
        address: {
          addressLine1: "1 New Street",
          addressLine2: "",
          addressLine3: "",
          cityName: "Portland",
          stateCode: "ME",
          zipCode: "04101",
        },
        phoneNumber: "2075550101",
        emailAddress: "new@example.com",
      }
      const none = "00000000-0000-4000-8000-000000000000"
      return [
        await writeContact(tx, client, account, versionElsewhere ?? none, contact, now),
        await writeContact(tx, client, account, contactVersion, contact, now),
      ]
    },
  },
  {
    name: "writeEmailSubscribed",
    run: (tx, client) => writeEmailSubscribed(tx, client, account, false, now),
  },
  { name: "lockBook", run: (tx, client) => lockBook(tx, { client, policyNumber: policy }) },
  {
    name: "findBooks of an account",
    run: (tx, client) =>
      each(crossed, (key) => findBooks(tx, client, key.accountNumber, [key.policyNumber])),
  },
  {
    name: "writeBook",
    async run(tx, client) {
      const product = { client, policyNumber: policy }
      const stored = await lockBook(tx, product)
      if (!stored) return undefined
      const lot = { kind: "credit", id: "a credit", amount: 100, on: "2026-03-02" } as const
      return await writeBook(tx, product, stored, post(stored.book, lot))
    },
  },
  {
    name: "findReversals",
    run: (tx, client) => findReversals(tx, client, shared.appliedPayment),
  },
  {
    name: "insertReversal",
    run: (tx, client) => insertReversal(tx, client, reversal, now),
  },
  {
    name: "findPosted",
    run: (tx, client) => findPosted(tx, client, shared.appliedPayment),
  },
  {
    name: "findPostings",
    async run(tx, client) {
      await insertReversal(tx, client, reversal, now)
      return await findPostings(tx, client, "2000-01-01", "2040-12-31")
    },
  },
  {
    name: "findLotAmount",
    run: (tx, client) =>
      each(crossedPolicies, (policyNumber) =>
        findLotAmount(tx, { client, policyNumber }, shared.credit),
      ),
  },
  {
    name: "findLotAmount of a credit",
    run: (tx, client) => findLotAmount(tx, { client, policyNumber: policy }, "a credit"),
  },
  {
    name: "findReversalAmount",
    run: (tx, client) => findReversalAmount(tx, client, "a reversed credit"),
  },
  {
    name: "findNotes",
    run: async (tx, client) => [...(await findNotes(tx, { client, policyNumber: policy }))],
  },
  ...refreshCases,
]

const unchanged = { frequencyCode: "M", paymentMethodRecordId: null, paymentMethodLabel: "" }
const change: Omit<BillingChange, "client" | "accountNumber" | "policyNumber"> = {
  changedOn: "2026-03-02",
  seen: unchanged,
  wanted: { ...unchanged, frequencyCode: "Q" },
}

const reversal = {
  kind: "return",
  id: shared.appliedPayment,
  paymentId: shared.appliedPayment,
  amount: 0,
  on: "2026-03-02",
  reopens: true,
} as const

/** The rows that `read` returns for this client, page by page. */
async function pages<Row extends { client: string }>(
  client: string,
  read: (after: Row | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  let page = await read(undefined)
  while (page.length > 0) {
    rows.push(...page)
    page = await read(page.at(-1))
  }
  return rows.filter((row) => row.client === client)
}

async function each<Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const entry of entries) results.push(await work(entry))
  return results
}
