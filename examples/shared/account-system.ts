import type { AutoPayDue, PolicyAdmin } from "#ports/policy-admin/port.ts"
import { bookOf, type Fact, sumOf } from "./book.ts"
import { changesOf } from "./changes.ts"
import { createLookup } from "./lookup.ts"
import { postingsOf } from "./postings.ts"
import { factsOf, nextChargeOf, owedOf, policyOf } from "./products.ts"
import type { Store, StoredProduct } from "./store.ts"

/** The operations of the contract over the store of a sample account system. */
export function createAccountSystem(store: Store): PolicyAdmin {
  const lookup = createLookup(store)
  const { account, productOf } = lookup

  const system: PolicyAdmin = {
    ...changesOf(store, lookup),
    available: store.answers,
    account,
    async person(client, accountNumber) {
      return (await account(client, accountNumber))?.person
    },
    async personByPolicyNumber(client, policyNumber) {
      const owner = await store.ownerOf(client, policyNumber)
      return owner === undefined ? undefined : await system.person(client, owner)
    },
    async find(clients, sought) {
      const found = []
      for (const client of clients) {
        const owner =
          "policyNumber" in sought ? await store.ownerOf(client, sought.policyNumber) : undefined
        const numbers =
          "policyNumber" in sought ? [owner ?? ""] : await store.alike(client, sought.accountNumber)
        for (const number of numbers) {
          const person = await system.person(client, number)
          if (person) found.push({ client, person })
        }
      }
      return found
    },
    async activeProducts(client, accountNumber, policyNumber) {
      const products = (await account(client, accountNumber))?.products
      return products?.filter((one) => one.active || one.policyNumber === policyNumber)
    },
    async product(client, accountNumber, policyNumber) {
      const found = await productOf(client, accountNumber, policyNumber)
      return found && policyOf(found.product, found.facts)
    },
    async policy(client, accountNumber, policyNumber) {
      const found = await productOf(client, accountNumber, policyNumber)
      if (!found) return undefined
      const newestFirst = found.product.documents.toSorted((one, other) =>
        other.documentCreatedDate.localeCompare(one.documentCreatedDate),
      )
      const policy = policyOf(found.product, found.facts)
      return {
        policy,
        additionalInsured: [],
        riders: [],
        documents: newestFirst,
        correspondences: [],
      }
    },
    async document(client, accountNumber, sought) {
      const products = (await store.account(client, accountNumber))?.products ?? []
      return products
        .flatMap(({ documents }) => documents)
        .find(
          (one) =>
            one.documentId === sought.documentId &&
            one.documentSource === sought.documentSource &&
            one.documentCategory === sought.documentCategory,
        )
    },
    async openBills(...of) {
      return (await productOf(...of))?.openBills ?? []
    },
    async entries(...of) {
      return (await productOf(...of))?.entries ?? []
    },
    async nextCharge(client, accountNumber, policyNumber, question) {
      const found = await productOf(client, accountNumber, policyNumber)
      return found && nextChargeOf(found, found.product, found.product.skippedDueDates, question)
    },
    async comingBills(client, accountNumber, policyNumber) {
      const found = await productOf(client, accountNumber, policyNumber)
      const isSkipped = (dueDate: string) =>
        found?.product.skippedDueDates.includes(dueDate) ?? false
      const bills = (found?.openBills ?? []).map(({ dueDate, owed }) => ({
        dueDate,
        owed,
        isIssued: true,
        isSkipped: isSkipped(dueDate),
      }))
      return { bills, isComplete: false }
    },
    async chargesAfter(client, accountNumber, policyNumber, { choices, ...question }) {
      const found = await productOf(client, accountNumber, policyNumber)
      if (!found) return []
      const { product, openBills, entries } = found
      const unused = entries.filter(({ billNumber }) => billNumber === null)
      const paid = entries.flatMap(({ kind, lot }) => (kind === "payment" ? [lot] : []))
      return choices.map((choice) => ({
        next: nextChargeOf(found, choice, product.skippedDueDates, question),
        openBills,
        unapplied: sumOf(unused),
        unappliedOwn: sumOf(unused.filter(({ lot }) => paid.includes(lot))),
      }))
    },
    async postings(client, from, to) {
      return postingsOf(await store.facts(client)).filter(({ on }) => from <= on && on <= to)
    },
    billing: {
      async autoPayDue(client, today, after, limit) {
        const due: AutoPayDue[] = []
        for (const accountNumber of await store.onAutoPay(client)) {
          const { products = [] } = (await store.account(client, accountNumber)) ?? {}
          const facts = await store.facts(client)
          for (const product of products)
            due.push(...dueOf(client, accountNumber, product, facts, today))
        }
        const inOrder = due.toSorted((one, other) =>
          one.policyNumber < other.policyNumber ? -1 : 1,
        )
        return inOrder
          .filter(({ policyNumber }) => policyNumber > (after?.policyNumber ?? ""))
          .slice(0, limit)
      },
    },
  }

  return system
}

/** The bills of a product that auto pay charges by `today`; empty without auto pay. */
function dueOf(
  client: string,
  accountNumber: string,
  product: StoredProduct,
  facts: readonly Fact[],
  today: string,
): AutoPayDue[] {
  const { policyNumber, productDesc, paymentMethodRecordId, skippedDueDates } = product
  if (paymentMethodRecordId === null || product.status !== "Active") return []
  const { openBills } = bookOf(product.bills, factsOf(product, facts))
  const bills = openBills.filter(
    (bill) => bill.dueDate <= today && !skippedDueDates.includes(bill.dueDate),
  )
  const newest = bills.at(-1)
  if (!newest) return []
  return [
    {
      client,
      accountNumber,
      policyNumber,
      productDesc,
      dueDate: newest.dueDate,
      amount: owedOf(bills),
      billNumbers: bills.map(({ number }) => number),
      dueDates: bills.map(({ dueDate }) => dueDate),
      paymentMethodRecordId,
    },
  ]
}
