import { dayAt } from "#platform/time-zone.ts"
import type { Deps } from "#services/deps.ts"
import * as store from "./ledger.store.ts"
import { findSweptPeriod } from "./sweep.store.ts"

/** A number of payments or movements, and their sum in cents. */
export interface Sum {
  count: number
  amount: number
}

/** The sums of one day of the client, one kind of method and one product. */
export interface LedgerRow extends store.Place {
  /** Accepted by the gateway. */
  payments: Sum
  refunds: Sum
  /** Taken back by a bank. */
  returns: Sum
  disputesOpened: Sum
  disputesLost: Sum
  /** Charges that arrived on the account with the gateway. */
  settled: Sum
  /** The gateway's fees, in cents. */
  fees: number
}

export type LedgerTotals = Omit<LedgerRow, keyof store.Place>

/** The books of one client for some of its days. Amounts are integer cents, US dollars. */
export interface Ledger {
  client: string
  from: string
  to: string
  timeZone: string
  /** Until when the gateway's movements were read; null before the first sweep. */
  sweptAt: Date | null
  /** By day, method and product. */
  rows: LedgerRow[]
  totals: LedgerTotals
  /** The postings of the account system with a day of the period. */
  posted: { payments: Sum; returns: Sum; refunds: Sum }
  /** Payments that had not arrived, nor been taken back, at the end of the last day. */
  unsettled: store.Unsettled[]
  /** Payouts that arrive in the period, with this client's part. */
  payouts: store.PayoutOfClient[]
  /** This client's movements of the period that no payout is known of; fees are subtracted. */
  notPaidOut: Sum
  /** Differences of the period, and those that still exist. */
  differences: store.StoredDifference[]
}

export interface LedgerQuestion {
  client: string
  /** The first and the last day, YYYY-MM-DD. */
  from: string
  to: string
  /** Whether to list differences that are about no client's payment: only for the operator. */
  isForOperator: boolean
}

/**
 * The ledger of a client. Days are the client's business days. Errors: `AccountSystemAway`; no such
 * client.
 */
export async function ledgerOf(
  { database, policyAdmin, brands }: Pick<Deps, "database" | "policyAdmin" | "brands">,
  { client, from, to, isForOperator }: LedgerQuestion,
): Promise<Ledger> {
  const timeZone = await brands.timeZoneOf(client)
  const period = {
    client,
    timeZone,
    start: startOf(from, timeZone),
    end: startOf(Temporal.PlainDate.from(to).add({ days: 1 }).toString(), timeZone),
  }
  const rows = rowsOf([
    ...(await store.findEvents(database, period)),
    ...(await store.findSettlements(database, period)),
  ])
  const postings = await policyAdmin.postings(client, from, to)
  const posted = (kind: string) => sumOf(postings.filter((one) => one.kind === kind))
  return {
    client,
    from,
    to,
    timeZone,
    sweptAt: (await findSweptPeriod(database))?.until ?? null,
    rows,
    totals: totalsOf(rows),
    posted: { payments: posted("payment"), returns: posted("return"), refunds: posted("refund") },
    unsettled: await store.findUnsettled(database, period),
    payouts: await store.findPayouts(database, client, from, to),
    notPaidOut: await store.findNotPaidOut(database, period),
    differences: await store.findDifferences(database, period, isForOperator),
  }
}

/** The day of a moment, for the differences of a ledger. */
export function dayOf({ timeZone }: Pick<Ledger, "timeZone">, at: Date): string {
  return dayAt(at, timeZone).toString()
}

function rowsOf(found: readonly store.LedgerSum[]): LedgerRow[] {
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

/** The sums of some rows, such as those of a day. */
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

/** Payments less all that was given or taken back, in cents; fees are not subtracted. */
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

function sumOf(amounts: readonly { amount: number }[]): Sum {
  return { count: amounts.length, amount: amounts.reduce((sum, { amount }) => sum + amount, 0) }
}

function startOf(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}
