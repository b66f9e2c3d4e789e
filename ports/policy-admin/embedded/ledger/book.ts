import { isLot, settle } from "./settlement.ts"
import type { Bill, Book, Entry, Fact, Lot, Reversal } from "./types.ts"

/**
 * The book with one more fact, or the same book if it already contains the fact. A reversal that
 * arrives before its payment is stored and takes effect after the payment.
 */
export function post(book: Book, fact: Fact): Book {
  const lots = lotsOf(book)
  if (isLot(fact)) {
    if (lots.some(({ id }) => id === fact.id)) return book
    const { id, billNumbers } = fact
    const named = billNumbers ? { ...book.named, [id]: billNumbers } : (book.named ?? {})
    const early = book.reversals.filter(({ paymentId }) => paymentId === fact.id)
    const others = book.reversals.filter(({ paymentId }) => paymentId !== fact.id)
    const posted = settled({ ...book, named }, [...lots, fact, ...others], fact)
    return early.reduce(
      (after, reversal, index) =>
        settled(after, [...lots, fact, ...others, ...early.slice(0, index + 1)], reversal),
      posted,
    )
  }
  const isKnown = book.reversals.some(({ kind, id }) => kind === fact.kind && id === fact.id)
  if (isKnown) return book
  const reversals = [...book.reversals, fact]
  return settled({ ...book, reversals }, [...lots, ...reversals], fact)
}

/** The book with one more bill, which unapplied money settles. */
export function addBill(book: Book, bill: Bill): Book {
  const cause = { kind: "application", id: `bill ${bill.number}`, on: bill.issuedOn } as const
  const facts = [...lotsOf(book), ...book.reversals]
  return settled({ ...book, bills: [...book.bills, bill] }, facts, cause)
}

type Cause = Lot | Reversal | { kind: "application"; id: string; on: string }

/** Adds the entries that change the present settlement to the settlement of these facts. */
function settled(book: Book, facts: readonly Fact[], cause: Cause): Book {
  const changes = new Map<string, Pick<Entry, "lot" | "billNumber" | "amount">>()
  const change = (lot: string, billNumber: number | null, amount: number) => {
    const key = `${lot} ${billNumber}`
    const known = changes.get(key)?.amount ?? 0
    changes.set(key, { lot, billNumber, amount: known + amount })
  }
  for (const { lot, billNumber, amount } of book.entries) change(lot, billNumber, -amount)
  for (const [lot, { unapplied, applied }] of settle(book.bills, facts)) {
    change(lot, null, unapplied)
    for (const [billNumber, amount] of applied) change(lot, billNumber, amount)
  }
  const refunds = new Set(facts.filter(({ kind }) => kind === "refund").map(({ id }) => id))
  const own = "paymentId" in cause ? cause.paymentId : cause.id
  // The first entry of a write-off names its bill. Further entries move the part that the bill does
  // not need.
  const named = namedEntry(cause)
  if (named) change(named.lot, named.billNumber, -named.amount)
  const moves = [...changes.values()].filter(({ amount }) => amount !== 0)
  const entries = [
    ...(named ? [{ ...named, kind: "writeOff" as const }] : []),
    ...moves.map((entry) => ({ ...entry, kind: kindOf(entry.lot) })),
  ].map((entry, index) => ({
    ...entry,
    number: (book.entries.at(-1)?.number ?? 0) + 1 + index,
    cause: cause.id,
    on: cause.on,
  }))
  return { ...book, entries: [...book.entries, ...entries] }

  function kindOf(lot: string): Entry["kind"] {
    if (lot === own && !named) return cause.kind === "refundFailure" ? "refund" : cause.kind
    return refunds.has(lot) ? "credit" : "application"
  }
}

/** The whole amount on the bill that the write-off names. */
function namedEntry(cause: Cause): Pick<Entry, "lot" | "billNumber" | "amount"> | undefined {
  if (cause.kind !== "writeOff" || cause.billNumber === undefined) return undefined
  return { lot: cause.id, billNumber: cause.billNumber, amount: cause.amount }
}

/** The money of the book in its original lots. The credit of a refund is not a separate lot. */
function lotsOf({ entries, reversals, named }: Book): Lot[] {
  const refunds = new Set(reversals.filter(({ kind }) => kind === "refund").map(({ id }) => id))
  const lots = new Map<string, Lot>()
  for (const { kind, lot: id, cause, amount, on, billNumber } of entries) {
    if (id !== cause || refunds.has(id) || !isLotKind(kind)) continue
    const lot = lots.get(id) ?? { kind, id, amount: 0, on }
    lot.amount += amount
    if (kind === "writeOff" && billNumber !== null) lot.billNumber ??= billNumber
    const billNumbers = named?.[id]
    if (billNumbers) lot.billNumbers = billNumbers
    lots.set(id, lot)
  }
  return [...lots.values()]
}

function isLotKind(kind: Entry["kind"]): kind is Lot["kind"] {
  return kind === "opening" || kind === "payment" || kind === "credit" || kind === "writeOff"
}
