import * as store from "./ledger.store.ts"

/** A number of payments or movements, and their sum in cents. */
export interface Sum {
  count: number
  amount: number
}

/** The sums of one day of the client, one kind of method and one product. */
export interface LedgerRow extends store.Place {
  /** Payments accepted by the gateway. */
  payments: Sum
  refunds: Sum
  /** Payments returned by a bank. */
  returns: Sum
  disputesOpened: Sum
  disputesLost: Sum
  /** Charges that arrived in the gateway account. */
  settled: Sum
  /** The gateway's fees, in cents. */
  fees: number
}

export type LedgerTotals = Omit<LedgerRow, keyof store.Place>

/** Builds the rows of a ledger from sums of each kind, by day, method and product. */
export function rowsOf(found: readonly store.LedgerSum[]): LedgerRow[] {
  const rows = new Map<string, LedgerRow>()
  for (const { kind, day, method, product, count, amount } of found) {
    const key = JSON.stringify([day, method, product])
    const row = rows.get(key) ?? { day, method, product, ...nothing() }
    if (kind === "fees") row.fees += amount
    else row[kind] = { count, amount }
    rows.set(key, row)
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** Totals of some rows, such as the rows of a day. */
export function totalsOf(rows: readonly LedgerTotals[]): LedgerTotals {
  const totals = nothing()
  for (const row of rows) {
    for (const kind of store.ledgerSums) {
      totals[kind].count += row[kind].count
      totals[kind].amount += row[kind].amount
    }
    totals.fees += row.fees
  }
  return totals
}

/** Payments less all refunds, returns and lost disputes, in cents; fees are not subtracted. */
export function netOf({ payments, refunds, returns, disputesLost }: LedgerTotals): number {
  return payments.amount - refunds.amount - returns.amount - disputesLost.amount
}

function nothing(): LedgerTotals {
  const sum = (): Sum => ({ count: 0, amount: 0 })
  return {
    payments: sum(),
    refunds: sum(),
    returns: sum(),
    disputesOpened: sum(),
    disputesLost: sum(),
    settled: sum(),
    fees: 0,
  }
}

export function sumOf(amounts: readonly { amount: number }[]): Sum {
  return { count: amounts.length, amount: amounts.reduce((sum, { amount }) => sum + amount, 0) }
}
