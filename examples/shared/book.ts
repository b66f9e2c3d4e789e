import type { LedgerEntry, OpenBill, Posting } from "#ports/policy-admin/port.ts"

/** A bill as the account system issued it. Cents. */
export interface Bill {
  number: number
  periodFrom: string
  periodTo: string
  dueDate: string
  premium: number
}

/** A message of My Account about a product. Never changed, never deleted. */
export interface Fact {
  kind: Posting["kind"] | "refundFailure"
  /** Unique with client and kind. A return has the id of its payment. */
  id: string
  /** The product; a fact about a product that does not exist is stored, and never settled. */
  policyNumber: string
  /** The payment, credit or write-off that the fact concerns; for one of these, its own id. */
  lot: string
  /** Cents. */
  amount: number
  on: string
  /** The bills that a payment or write-off names. */
  billNumbers: number[]
  /** Whether a refund reopens its bills. */
  reopens: boolean
  note: string
}

interface Book {
  entries: LedgerEntry[]
  openBills: OpenBill[]
}

/**
 * Calculates the entries from bills and facts, so that no stored balance can be wrong. A fact about
 * an unknown payment takes effect once the payment is known.
 */
export function bookOf(bills: readonly Bill[], facts: readonly Fact[]): Book {
  const entries: LedgerEntry[] = []
  const settled = (billNumber: number) =>
    sumOf(entries.filter((one) => one.billNumber === billNumber))
  const owedOn = (bill: Bill) => bill.premium - settled(bill.number)
  const failed = new Set(facts.flatMap(({ kind, id }) => (kind === "refundFailure" ? [id] : [])))

  /** Settles the named bills, then the oldest; the rest stays unapplied. */
  function settle({ lot, id, on, note, kind, billNumbers }: Fact, cents: number): void {
    const named = bills.filter(({ number }) => billNumbers.includes(number))
    const others = kind === "writeOff" ? [] : bills.filter((bill) => !named.includes(bill))
    const entry = { kind: kind as LedgerEntry["kind"], lot, cause: id, on, note }
    let left = cents
    for (const bill of [...named, ...others]) {
      const amount = Math.min(left, owedOn(bill))
      if (amount > 0) entries.push({ ...entry, billNumber: bill.number, amount })
      left -= Math.max(amount, 0)
    }
    if (left > 0 && kind !== "writeOff") entries.push({ ...entry, billNumber: null, amount: left })
  }

  /** Takes back money of a lot: unapplied money first, then the money on the newest bills. */
  function takeBack({ kind, lot, id, on, note, reopens }: Fact, cents: number): void {
    const places = [null, ...bills.map(({ number }) => number).toReversed()]
    let left = cents
    for (const billNumber of places) {
      const own = entries.filter((one) => one.lot === lot && one.billNumber === billNumber)
      const amount = Math.min(left, sumOf(own))
      if (amount <= 0) continue
      const entry = { cause: id, billNumber, on, note }
      entries.push({ ...entry, kind: kind as LedgerEntry["kind"], lot, amount: -amount })
      if (!reopens && billNumber !== null)
        entries.push({ ...entry, kind: "credit", lot: id, amount })
      left -= amount
    }
  }

  const isLot = ({ kind }: Fact) => ["payment", "credit", "writeOff"].includes(kind)
  for (const [n, fact] of facts.entries()) {
    if (isLot(fact)) settle(fact, fact.amount)
    const early = facts.slice(0, n).filter((one) => !isLot(one) && one.lot === fact.lot)
    for (const reversal of isLot(fact) ? early : [fact]) {
      const { kind, id, amount } = reversal
      if (kind === "refundFailure" || (kind === "refund" && failed.has(id))) continue
      takeBack(reversal, kind === "refund" ? amount : Number.MAX_SAFE_INTEGER)
    }
  }
  const openBills = bills
    .map((bill) => ({
      ...bill,
      fee: 0,
      adjustment: 0,
      credit: 0,
      owed: owedOn(bill),
      coveredUntil: null,
    }))
    .filter(({ owed }) => owed > 0)
  return { entries, openBills }
}

export function sumOf(entries: readonly { amount: number }[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}
