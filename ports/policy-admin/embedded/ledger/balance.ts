import type { Bill, Book } from "./types.ts"

/** Cents. Never negative. */
export function amountOf({ premium, fee, adjustment, credit }: Bill): number {
  return premium + fee + adjustment - credit
}

/** The bills that no other bill replaces. */
export function standingBills({ bills }: Pick<Book, "bills">): Bill[] {
  const replaced = new Set(bills.map(({ replaces }) => replaces))
  return bills.filter(({ number }) => !replaced.has(number))
}

/** Cents of the entries that settle the bill. With null, cents that are not applied to a bill. */
export function settledOf({ entries }: Pick<Book, "entries">, billNumber: number | null): number {
  return entries
    .filter((entry) => entry.billNumber === billNumber)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** The entries for money that the person has paid. */
export function ownEntries({ entries }: Pick<Book, "entries">): Pick<Book, "entries"> {
  const own = new Set(entries.flatMap(({ kind, lot }) => (kind === "payment" ? lot : [])))
  return { entries: entries.filter(({ lot }) => own.has(lot)) }
}

export interface LedgerOpenBill {
  bill: Bill
  /** Cents. */
  owed: number
}

/** The unsettled bills, oldest first. */
export function openBills(book: Pick<Book, "bills" | "entries">): LedgerOpenBill[] {
  const settled = new Map<number | null, number>()
  for (const { billNumber, amount } of book.entries) {
    settled.set(billNumber, (settled.get(billNumber) ?? 0) + amount)
  }
  return standingBills(book)
    .map((bill) => ({ bill, owed: amountOf(bill) - (settled.get(bill.number) ?? 0) }))
    .filter(({ owed }) => owed > 0)
}

export type BillState = "open" | "settled" | "writtenOff" | "replaced"

export function stateOf(book: Book, bill: Bill): BillState {
  if (!standingBills(book).includes(bill)) return "replaced"
  if (amountOf(bill) > settledOf(book, bill.number)) return "open"
  const writeOffs = new Set(book.entries.flatMap((one) => (one.kind === "writeOff" ? one.lot : [])))
  const writtenOff = book.entries
    .filter(({ lot, billNumber }) => writeOffs.has(lot) && billNumber === bill.number)
    .reduce((sum, { amount }) => sum + amount, 0)
  return writtenOff > 0 ? "writtenOff" : "settled"
}
