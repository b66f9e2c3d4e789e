import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import { openingOf } from "../ledger/opening.ts"
import { bookAsOf, type Posted } from "../ledger/refresh.ts"
import {
  findKnownBalances,
  findPaid,
  findPostedOf,
  type KnownBalance,
  lockBalances,
  noteBalances,
  type OpenedBook,
  openBooks,
} from "./balances.store.ts"
import { isOlder } from "./older.ts"
import { findStoredProducts, type StoredProduct } from "./products.store.ts"
import {
  type Balance,
  canonical,
  dollars,
  hashOf,
  neverLoaded,
  nothingRefreshed,
  type ProductBalance,
  type Refresh,
  type Refreshed,
} from "./records.ts"

type Record = ProductBalance & { balanceHash: string }
const nothingPosted: Posted = { lots: [], reversals: [] }

/**
 * Opens a new book for each product whose balance differs from the last loaded one and from the
 * product's present debt. Everything that was posted here after `asOf` is applied on top.
 *
 * Without `asOf`, a product with payments keeps its book: the balance may be older than the
 * payments. A product that was removed or erased and returns with payments in the books gets no
 * bills, for the same reason.
 */
export async function writeBalances(
  tx: Queries,
  client: string,
  balances: readonly ProductBalance[],
  refresh: Refresh,
): Promise<Refreshed> {
  if (balances.length === 0) return nothingRefreshed
  const { asOf } = refresh
  const records = balances.map((one) => ({ ...one, balanceHash: hashOf(one.balance) }))
  const first = await findKnownBalances(tx, client, numbersOf(records))
  const differing = records.filter(({ policyNumber, balanceHash }) => {
    const one = first.get(policyNumber)
    return one && one.balanceHash !== balanceHash
  })
  const isNew = ({ policyNumber }: Record) => first.get(policyNumber)?.balanceHash === neverLoaded
  const again = differing.filter((record) => !isNew(record))
  await lockBalances(tx, client, numbersOf(again))
  const known = again.length > 0 ? await findKnownBalances(tx, client, numbersOf(again)) : first
  const stored = await storedBalances(tx, client, again)
  const sorted = Map.groupBy(again, (record) => {
    const one = known.get(record.policyNumber)
    if (isOlder(refresh, one?.asOf)) return "older"
    if (isStored(record.balance, stored.get(record.policyNumber))) return "equal"
    return asOf === undefined && one?.hasPostings ? "kept" : "changed"
  })
  const added = differing.filter(isNew)
  const paid = asOf ? new Set() : await findPaid(tx, client, numbersOf(added))
  const returning = added.filter(({ policyNumber }) => paid.has(policyNumber))
  const fresh = added.filter(({ policyNumber }) => !paid.has(policyNumber))
  const changed = [...fresh, ...(sorted.get("changed") ?? [])]
  const posted = asOf ? await findPostedOf(tx, client, numbersOf(changed), asOf) : new Map()
  const books = changed.map((record) => {
    const of = known.get(record.policyNumber) ?? first.get(record.policyNumber)
    return bookOf(record, of, posted.get(record.policyNumber) ?? nothingPosted)
  })
  await openBooks(tx, client, books, asOf)
  const equal = (sorted.get("equal") ?? []).map((record) => ({
    ...record,
    ...statedBy(record.balance),
  }))
  await noteBalances(tx, client, equal, asOf)
  return {
    changed: numbersOf(changed),
    older: numbersOf(sorted.get("older") ?? []),
    kept: numbersOf([...returning, ...(sorted.get("kept") ?? [])]),
  }
}

function bookOf(record: Record, known: KnownBalance | undefined, posted: Posted): OpenedBook {
  const { policyNumber, balance, balanceHash } = record
  const opening = openingOf(
    { ...balance, frequencyCode: known?.frequencyCode ?? "" },
    known?.billingDay ?? null,
  )
  return {
    policyNumber,
    book: randomUUID(),
    content: bookAsOf(opening, posted),
    billedFrom: opening.billedFrom,
    billingDay: opening.billingDay,
    ...statedBy(balance),
    amountPaidBefore: dollars(balance.amountPaid),
    paidThrough: balance.paidThrough,
    balanceHash,
  }
}

/** The billing day and the last day billed, if the balance states them. */
function statedBy({ billingDay, billedThrough, earlierBills, dueDate }: Balance) {
  return {
    statedBillingDay: billingDay ?? null,
    // A list of bills states at least that its newest bill was issued.
    statedBilledThrough: billedThrough ?? (earlierBills ? dueDate : null),
  }
}

/**
 * Whether the product owes what the balance states, in sums or bill by bill; fields that the
 * balance does not state are ignored.
 */
function isStored(balance: Balance, stored: StoredProduct | undefined): boolean {
  if (!stored) return false
  const { billingDay, billedThrough, ...debt } = balance
  const now = stored.bills
  if (billingDay !== undefined && billingDay !== now.billingDay) return false
  if (billedThrough !== undefined && billedThrough !== now.billedThrough) return false
  const { billingDay: _, billedThrough: __, ...listed } = now
  return [stored.balance.balance, listed].some((one) => canonical(one) === canonical(debt))
}

async function storedBalances(tx: Queries, client: string, records: Record[]) {
  if (records.length === 0) return new Map<string, StoredProduct>()
  return await findStoredProducts(tx, client, numbersOf(records))
}

function numbersOf(records: readonly ProductBalance[]): string[] {
  return records.map(({ policyNumber }) => policyNumber)
}
