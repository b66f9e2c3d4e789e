import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import { DatabaseUnavailable } from "#database/unavailable.ts"
import { type Clock, systemClock } from "#platform/clock.ts"
import { type Account, AccountSystemAway, type PolicyAdmin } from "../port.ts"
import {
  findAccount,
  findDocument,
  findKeys,
  findPolicy,
  type PersonKey,
} from "./accounts.store.ts"
import { insertSkippedCharges } from "./billing.store.ts"
import { changeBilling, embeddedChargeAfter, embeddedNextChargeOf } from "./billing.ts"
import { findAutoPayDue, findOpenBills } from "./bills.store.ts"
import { catchUpBills, findHeldBills, issueDueBills } from "./bills.ts"
import { findBooks } from "./books.store.ts"
import { writeContact, writeEmailSubscribed } from "./contact.store.ts"
import { comingBills } from "./ledger/coming-bills.ts"
import { findNotes, findPostings } from "./posting.store.ts"
import { applyPayment, postCredit, reverseCorrection, reversePayment, writeOff } from "./posting.ts"
import { findActiveProducts, findProduct } from "./products.store.ts"
import { findLoadedKinds } from "./refresh/loaded-kinds.store.ts"

/**
 * The built-in account system: people and products in our own database. `laggingReads` serves the
 * search for people. `clock` dates the changes made here, which a later load compares with its
 * `asOf`.
 */
export function createEmbeddedPolicyAdmin(
  database: Database,
  laggingReads: Queries = database,
  clock: Clock = systemClock,
): PolicyAdmin {
  async function account(
    client: string,
    key: PersonKey,
    queries: Queries = database,
  ): Promise<Account | undefined> {
    const row = await reach(findAccount(queries, client, key))
    if (!row) return undefined
    const { products, ...person } = row
    return { person: { ...person, policyNumber: knownBy(products) }, products }
  }

  const bookOf = batchedReads((...products) => reach(findBooks(database, ...products)))
  const openBillsOf = batchedReads((...products) => reach(findOpenBills(database, ...products)))

  return {
    available: database.answers,
    async person(client, accountNumber) {
      return (await account(client, { accountNumber }))?.person
    },
    async personByPolicyNumber(client, policyNumber) {
      return (await account(client, { policyNumber }))?.person
    },
    async find(clients, key) {
      const keys = await reach(findKeys(laggingReads, clients, key))
      const found = keys.map(async ({ client, accountNumber }) => {
        const person = (await account(client, { accountNumber }, laggingReads))?.person
        return person ? [{ client, person }] : []
      })
      return (await Promise.all(found)).flat()
    },
    async account(client, accountNumber) {
      return await account(client, { accountNumber })
    },
    async activeProducts(client, accountNumber, policyNumber) {
      return await reach(findActiveProducts(database, client, accountNumber, policyNumber))
    },
    async product(client, accountNumber, policyNumber) {
      return await reach(findProduct(database, client, accountNumber, policyNumber))
    },
    async policy(client, accountNumber, policyNumber) {
      return await reach(findPolicy(database, client, accountNumber, policyNumber))
    },
    async document(client, accountNumber, key) {
      return await reach(findDocument(database, client, accountNumber, key))
    },
    async loadedAsOf(client) {
      const kinds = await reach(findLoadedKinds(database, client))
      const times = kinds
        .filter(({ kind }) => kind === "people" || kind === "products")
        .flatMap(({ asOf }) => asOf ?? [])
      return times.toSorted((one, other) => one.getTime() - other.getTime()).at(-1)
    },
    async openBills(client, accountNumber, policyNumber) {
      return (await openBillsOf(client, accountNumber, policyNumber)) ?? []
    },
    async entries(client, accountNumber, policyNumber) {
      const stored = await bookOf(client, accountNumber, policyNumber)
      const notes = await reach(findNotes(database, { client, policyNumber }))
      const entries = stored?.book.entries ?? []
      return entries.map(({ number: _, ...entry }) => ({
        ...entry,
        note: notes.get(entry.kind === "correctionReversal" ? entry.cause : entry.lot) ?? "",
      }))
    },
    async nextCharge(client, accountNumber, policyNumber, question) {
      const stored = await bookOf(client, accountNumber, policyNumber)
      return stored && embeddedNextChargeOf(stored, question)
    },
    async comingBills(client, accountNumber, policyNumber, question) {
      const stored = await bookOf(client, accountNumber, policyNumber)
      return stored ? comingBills(stored, question) : { bills: [], isComplete: false }
    },
    async chargesAfter(client, accountNumber, policyNumber, { choices, ...question }) {
      const stored = await bookOf(client, accountNumber, policyNumber)
      return stored ? choices.map((choice) => embeddedChargeAfter(stored, choice, question)) : []
    },
    async postings(client, from, to) {
      return await reach(findPostings(database, client, from, to))
    },
    async applyPayment(payment) {
      await reach(database.transaction((tx) => applyPayment(tx, payment, clock.now())))
    },
    async returnPayment(client, paymentId, returnedOn) {
      const reversal = { kind: "return", id: paymentId, paymentId, on: returnedOn } as const
      await reach(
        database.transaction((tx) =>
          reversePayment(tx, client, { ...reversal, amount: 0, reopens: true }, clock.now()),
        ),
      )
    },
    async refundPayment({ client, refundId, refundedOn, ...refund }) {
      const reversal = { ...refund, kind: "refund", id: refundId, on: refundedOn } as const
      await reach(database.transaction((tx) => reversePayment(tx, client, reversal, clock.now())))
    },
    async failRefund({ client, refundId, ...refund }, failedOn) {
      const reversal = { ...refund, kind: "refundFailure", id: refundId, on: failedOn } as const
      await reach(database.transaction((tx) => reversePayment(tx, client, reversal, clock.now())))
    },
    async postCredit(credit) {
      return await reach(database.transaction((tx) => postCredit(tx, credit, clock.now())))
    },
    async writeOff(asked) {
      return await reach(database.transaction((tx) => writeOff(tx, asked, clock.now())))
    },
    async reverseCorrection(reversal) {
      return await reach(database.transaction((tx) => reverseCorrection(tx, reversal, clock.now())))
    },
    async changeContact(client, accountNumber, version, contact) {
      return await reach(
        writeContact(database, client, accountNumber, version, contact, clock.now()),
      )
    },
    async setEmailSubscribed(client, accountNumber, isSubscribed) {
      return await reach(
        writeEmailSubscribed(database, client, accountNumber, isSubscribed, clock.now()),
      )
    },
    async changeBilling(change) {
      const isMade = await reach(
        database.transaction(async (tx) => await changeBilling(tx, change, clock.now())),
      )
      return isMade ? "made" : "differs"
    },
    async skipCharge(skip) {
      return await reach(insertSkippedCharges(database, skip))
    },
    billing: {
      async issueBills(client, today, signal) {
        return await reach(issueDueBills(database, client, today, signal))
      },
      async heldBills(client, today) {
        return await reach(findHeldBills(database, client, today))
      },
      async catchUp(client, policyNumber, today) {
        return await reach(catchUpBills(database, { client, policyNumber }, today))
      },
      async autoPayDue(client, today, after, limit) {
        return await reach(findAutoPayDue(database, client, today, after, limit))
      },
    },
  }
}

/** Reads these products of an account together, by policy number. */
type ReadProducts<Value> = (
  client: string,
  accountNumber: string,
  policyNumbers: readonly string[],
) => Promise<ReadonlyMap<string, Value>>

/**
 * Combines reads of single products of an account that begin together, such as for all products of
 * a screen, into one read. The combined read begins after the last of them was requested, so it
 * returns what each of them would.
 */
function batchedReads<Value>(read: ReadProducts<Value>) {
  const gathering = new Map<string, { numbers: Set<string>; answer: ReturnType<typeof read> }>()
  return async (
    client: string,
    accountNumber: string,
    policyNumber: string,
  ): Promise<Value | undefined> => {
    const key = JSON.stringify([client, accountNumber])
    let reads = gathering.get(key)
    if (!reads) {
      const numbers = new Set<string>()
      const answer = untilAllRequested().then(() => {
        gathering.delete(key)
        return read(client, accountNumber, [...numbers])
      })
      reads = { numbers, answer }
      gathering.set(key, reads)
    }
    reads.numbers.add(policyNumber)
    return (await reads.answer).get(policyNumber)
  }
}

/** Resolves when every function that can continue now has done so. */
async function untilAllRequested(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/** The plan number that identifies a person: that of the oldest active product. */
function knownBy(products: Account["products"]): string {
  const active = products.filter((product) => product.active)
  const [first] = (active.length > 0 ? active : products).toSorted((one, other) =>
    oldestFirst(one).localeCompare(oldestFirst(other)),
  )
  return first?.policyNumber ?? ""
}

function oldestFirst({ coverageEffectiveDate, policyNumber }: Account["products"][number]): string {
  return `${coverageEffectiveDate ?? "9999-12-31"} ${policyNumber}`
}

/** Distinguishes an unavailable database from an invalid statement, which is our own fault. */
async function reach<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    throw new AccountSystemAway("The database of the account system cannot be reached.", {
      cause: error,
    })
  }
}
