import type { Bill, Fact } from "../../examples/shared/book.ts"
import { bookOf } from "../../examples/shared/book.ts"
import { factsOf } from "../../examples/shared/products.ts"
import type { Store, StoredAccount, StoredProduct } from "../../examples/shared/store.ts"

/** Prefix of the ids of payments by phone or by check. */
export const otherChannel = "other-channel-"

interface Kept {
  /** Accounts by client and account number. */
  accounts: Map<string, StoredAccount>
  /** Facts by client, in the order of their arrival. */
  facts: Map<string, Fact[]>
}

const keyOf = (client: string, accountNumber: string) => JSON.stringify([client, accountNumber])

/**
 * The books of an insurer, with the changes that their staff make by phone, at the desk and at
 * night.
 */
export function openBooks(kept: Kept = { accounts: new Map(), facts: new Map() }) {
  const { accounts, facts } = kept
  const factsOfClient = (client: string) => facts.getOrInsertComputed(client, () => [])
  const allOf = (client: string) =>
    [...accounts].flatMap(([key, one]) => (JSON.parse(key)[0] === client ? [one] : []))

  function ownerOf(client: string, policyNumber: string): StoredAccount | undefined {
    return allOf(client).find(({ products }) =>
      products.some((one) => one.policyNumber === policyNumber),
    )
  }

  /** Errors: an `Error` for a number that the books do not have. */
  function product(client: string, policyNumber: string): StoredProduct {
    const found = ownerOf(client, policyNumber)?.products.find(
      (one) => one.policyNumber === policyNumber,
    )
    if (!found) throw new Error(`The books have no ${policyNumber}.`)
    return found
  }

  function account(client: string, accountNumber: string): StoredAccount {
    const found = accounts.get(keyOf(client, accountNumber))
    if (!found) throw new Error(`The books have no ${accountNumber}.`)
    return found
  }

  return {
    kept,
    product,
    account,
    ownerOf,
    allOf,
    facts: factsOfClient,
    accountOf: (client: string, accountNumber: string) =>
      accounts.get(keyOf(client, accountNumber)),
    personOf: (client: string, accountNumber: string) =>
      accounts.get(keyOf(client, accountNumber))?.person,
    open(client: string, one: StoredAccount) {
      accounts.set(keyOf(client, one.person.accountNumber), structuredClone(one))
    },
    /** Stores a fact, once per kind and id. */
    keep(client: string, fact: Fact) {
      const all = factsOfClient(client)
      if (!all.some(({ kind, id }) => kind === fact.kind && id === fact.id)) all.push(fact)
    },
    /** Moves a product with its bills and postings to another account. */
    transfer(client: string, policyNumber: string, to: string) {
      const moved = product(client, policyNumber)
      const from = ownerOf(client, policyNumber)
      if (from) from.products = from.products.filter((one) => one !== moved)
      account(client, to).products.push(moved)
    },
    /** Merges an account into another; its own number becomes unknown. */
    merge(client: string, from: string, into: string) {
      account(client, into).products.push(...account(client, from).products)
      accounts.delete(keyOf(client, from))
    },
    /** Gives a product and its postings another number. */
    renumber(client: string, policyNumber: string, to: string) {
      product(client, policyNumber).policyNumber = to
      for (const fact of factsOfClient(client))
        if (fact.policyNumber === policyNumber) fact.policyNumber = to
    },
    /** Swaps the numbers of two products; the payment settings stay with the number. */
    exchange(client: string, one: string, other: string) {
      const [first, second] = [product(client, one), product(client, other)]
      const methodOf = ({ paymentMethodRecordId, paymentMethodLabel }: StoredProduct) => ({
        ...{ policyNumber: "", paymentMethodRecordId, paymentMethodLabel },
      })
      const [ofFirst, ofSecond] = [methodOf(first), methodOf(second)]
      Object.assign(first, ofSecond, { policyNumber: other })
      Object.assign(second, ofFirst, { policyNumber: one })
    },
    /** Removes a product from the books. */
    remove(client: string, policyNumber: string) {
      const removed = product(client, policyNumber)
      const owner = ownerOf(client, policyNumber)
      if (owner) owner.products = owner.products.filter((one) => one !== removed)
    },
    /** Sets or ends auto pay, as after a phone call. */
    setMethod(client: string, policyNumber: string, paymentMethodRecordId: string | null) {
      const paymentMethodLabel = paymentMethodRecordId === null ? "" : "VISA ending in 4242"
      Object.assign(product(client, policyNumber), { paymentMethodRecordId, paymentMethodLabel })
    },
    /** Takes a payment of My Account back, as staff do at the desk. */
    reverse(client: string, policyNumber: string, on: string) {
      const posted = factsOfClient(client).find(
        (one) => one.kind === "payment" && one.policyNumber === policyNumber,
      )
      if (!posted) throw new Error(`No payment for ${policyNumber} is posted.`)
      factsOfClient(client).push({ ...posted, kind: "return", on })
    },
    /** Adds a bill that is due on this day. Cents. */
    bill(client: string, policyNumber: string, dueDate: string, premium: number) {
      const { bills } = product(client, policyNumber)
      bills.push(billOf(Math.max(0, ...bills.map(({ number }) => number)) + 1, dueDate, premium))
    },
    /** Corrects the newest bill of a product. */
    correct(client: string, policyNumber: string, bill: Partial<Bill>) {
      Object.assign(product(client, policyNumber).bills.at(-1) ?? {}, bill)
    },
    end(client: string, policyNumber: string) {
      product(client, policyNumber).status = "Terminated"
    },
    rename(client: string, accountNumber: string, lastName: string) {
      account(client, accountNumber).person.lastName = lastName
    },
    /** Posts a payment of another channel, such as the phone. Cents. */
    payByPhone(client: string, policyNumber: string, amount: number, on: string) {
      const id = `${otherChannel}${factsOfClient(client).length}`
      const nothingMore = { billNumbers: [], reopens: true, note: "" }
      const fact = {
        ...nothingMore,
        kind: "payment",
        id,
        lot: id,
        policyNumber,
        amount,
        on,
      } as const
      factsOfClient(client).push(fact)
    },
    /** Cents that the product owes. */
    owed(client: string, policyNumber: string): number {
      const one = product(client, policyNumber)
      return bookOf(one.bills, factsOf(one, factsOfClient(client))).openBills.reduce(
        (sum, { owed }) => sum + owed,
        0,
      )
    },
    /** Cents of My Account's payments for the products of the client, less what was returned. */
    posted(client: string): number {
      const all = factsOfClient(client)
      const isBack = (lot: string) => all.some((one) => one.kind === "return" && one.lot === lot)
      const own = all.filter(({ kind, lot }) => kind === "payment" && !isBack(lot))
      return own.reduce(
        (sum, { id, amount }) => (id.startsWith(otherChannel) ? sum : sum + amount),
        0,
      )
    },
  }
}

export type Books = ReturnType<typeof openBooks>

export function copyOf({ kept }: Books): Books {
  return openBooks(structuredClone(kept))
}

export function billOf(number: number, dueDate: string, premium: number): Bill {
  const periodTo = Temporal.PlainDate.from(dueDate).add({ months: 1 }).subtract({ days: 1 })
  return { number, periodFrom: dueDate, periodTo: periodTo.toString(), dueDate, premium }
}

/** The lookups of a sample account system over books; `read` is called once for each lookup. */
export function storeOf(read: () => Books): Store {
  const nothing = async () => {
    throw new Error("Reads change nothing.")
  }
  return {
    answers: async () => true,
    account: async (client, accountNumber) => read().accountOf(client, accountNumber),
    ownerOf: async (client, policyNumber) =>
      read().ownerOf(client, policyNumber)?.person.accountNumber,
    alike: async (client, accountNumber) =>
      read()
        .allOf(client)
        .map(({ person }) => person.accountNumber)
        .filter((one) => plain(one) === plain(accountNumber)),
    onAutoPay: async (client) =>
      read()
        .allOf(client)
        .map(({ person }) => person.accountNumber),
    facts: async (client) => read().facts(client),
    ...{ add: nothing, writeContact: nothing, writeSubscribed: nothing },
    ...{ writeMethod: nothing, skip: nothing },
  }
}

function plain(accountNumber: string): string {
  return accountNumber.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase()
}
