import type { Queries } from "#database/sql.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { Deps } from "#services/deps.ts"
import { countUnsentChargeNotices } from "../auto-pay/unsent-charge-notices.store.ts"
import { type CorrectionSum, findCorrectionSums } from "./corrections-ledger.store.ts"
import type { DaysOfClient } from "./ledger.store.ts"
import * as store from "./ledger.store.ts"
import {
  type LedgerRow,
  type LedgerTotals,
  rowsOf,
  type Sum,
  sumOf,
  totalsOf,
} from "./ledger-sums.ts"
import {
  findGivenBack,
  findNotPaidOut,
  findSettlement,
  type GatewaySettlement,
} from "./settlement.store.ts"
import { findSweptUntil } from "./sweep.store.ts"

/** The books of one client for some of its days. Amounts are integer cents, US dollars. */
export interface ClientLedger {
  client: string
  from: string
  to: string
  timeZone: string
  /** The time up to which the gateway's movements were read; null before the first sweep. */
  sweptAt: Date | null
  /** Rows by day, method and product. */
  rows: LedgerRow[]
  totals: LedgerTotals
  /** The account system's postings with a day in the period. */
  posted: Record<"payments" | "returns" | "refunds" | "credits" | "writeOffs" | "reversals", Sum>
  /**
   * Credits, write-offs and their reversals by staff. No money moves, so they are in no other sum.
   */
  corrections: CorrectionSum[]
  /** Charges announced in the period to customers without an email address. */
  unsentChargeNotices: number
  /** Payments that had neither arrived nor been taken back at the end of the last day. */
  unsettled: Unsettled[]
  /** The sums that connect payments, movements and payouts, as in the reconciliation guide. */
  settlement: SettlementSums
  /** Payouts that arrive in the period, with this client's part. */
  payouts: store.PayoutOfClient[]
  /** This client's movements up to the last day that no payout contains by then, less fees. */
  notPaidOut: Sum
  /**
   * Sums of the period that differ now; differences of the period, and older ones that still exist.
   */
  differences: store.StoredDifference[]
}

export interface LedgerQuestion {
  client: string
  /** The first and the last day, YYYY-MM-DD. */
  from: string
  to: string
  /**
   * Whether to list differences that belong to no client's payment. Only the operator sees these.
   */
  isForOperator: boolean
}

/**
 * The ledger of a client. Days are the client's business days. Errors: `AccountSystemAway`; an
 * unknown client.
 */
export async function ledgerOf(
  { database, policyAdmin, brands }: Pick<Deps, "database" | "policyAdmin" | "brands">,
  { client, from, to, isForOperator }: LedgerQuestion,
): Promise<ClientLedger> {
  const timeZone = await brands.timeZoneOf(client)
  const period = daysOf({ client, from, to }, timeZone)
  const dayAfter = dayAfterOf(to)
  const rows = rowsOf([
    ...(await store.findEvents(database, period)),
    ...(await store.findSettlements(database, period)),
  ])
  const postings = await policyAdmin.postings(client, from, to)
  const sumOfKind = (kind: string) => sumOf(postings.filter((one) => one.kind === kind))
  const totals = totalsOf(rows)
  const corrections = await findCorrectionSums(database, period)
  const posted = {
    payments: sumOfKind("payment"),
    returns: sumOfKind("return"),
    refunds: sumOfKind("refund"),
    credits: sumOfKind("credit"),
    writeOffs: sumOfKind("writeOff"),
    reversals: sumOfKind("correctionReversal"),
  }
  return {
    client,
    from,
    to,
    timeZone,
    sweptAt: await findSweptUntil(database, client),
    rows,
    ...{ totals, posted, corrections },
    unsentChargeNotices: await countUnsentChargeNotices(database, client, from, to),
    ...(await settlementOf(database, { ...period, from, dayAfter })),
    payouts: await store.findPayouts(database, client, from, to),
    differences: [
      ...differentSums({ client, at: period.start }, { totals, posted, corrections }),
      ...(await store.findDifferences(database, period, isForOperator)),
    ],
  }
}

/** These days of a client as instants. */
export function daysOf(
  { client, from, to }: Pick<LedgerQuestion, "client" | "from" | "to">,
  timeZone: string,
): store.DaysOfClient {
  const [start, end] = [startOf(from, timeZone), startOf(dayAfterOf(to), timeZone)]
  return { client, timeZone, start, end }
}

function dayAfterOf(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}

/**
 * The sums that must equal the account system's for any period, and do not. A refund is posted
 * later than it is recorded, so its sums may differ.
 */
function differentSums(
  { client, at }: { client: string; at: Date },
  { totals, posted, corrections }: Pick<ClientLedger, "totals" | "posted" | "corrections">,
): store.StoredDifference[] {
  const corrected = (kind: CorrectionSum["kind"]) =>
    corrections.reduce((sum, one) => sum + (one.kind === kind ? one.amount : 0), 0)
  const ours = {
    payments: totals.payments.amount,
    returns: totals.returns.amount + totals.disputesLost.amount,
    credits: corrected("credit"),
    writeOffs: corrected("writeOff"),
    reversals: corrected("reversal"),
  }
  return (Object.keys(ours) as (keyof typeof ours)[])
    .filter((name) => ours[name] !== posted[name].amount)
    .map((name) => ({
      ...{ kind: "sums", subject: name, client, paymentId: null, reference: "", detail: "" },
      ...{ ours: ours[name], theirs: posted[name].amount, at, firstSeenAt: at, resolvedAt: null },
    }))
}

/** The client's day of a time, for the differences of a ledger. */
export function dayOf({ timeZone }: Pick<ClientLedger, "timeZone">, at: Date): string {
  return dayAt(at, timeZone).toString()
}

function startOf(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

type Unsettled = Pick<GatewaySettlement, "method" | "count" | "amount">

/** Integer cents. */
interface SettlementSums {
  unsettledAtStart: number
  unsettledAtEnd: number
  /** Payments that a bank returned in the period without a charge that arrived. */
  takenBackUnsettled: number
  /** Charges that arrived in the period before we accepted them, less the ones accepted since. */
  notAccepted: number
  /** Refunds, returns and disputes at the gateway, including open ones. */
  givenBack: number
  notPaidOutAtStart: number
}

/** The pending sums at the start and at the end of a period, and the movements in between. */
async function settlementOf(
  queries: Queries,
  period: DaysOfClient & { from: string; dayAfter: string },
): Promise<{ unsettled: Unsettled[]; settlement: SettlementSums; notPaidOut: Sum }> {
  const { client, start, end, from, dayAfter } = period
  const before = await findSettlement(queries, client, start)
  const after = await findSettlement(queries, client, end)
  const notPaidOutBefore = await findNotPaidOut(queries, client, { until: start, day: from })
  const change = (sum: "takenBack" | "notAccepted") => totalOf(after, sum) - totalOf(before, sum)
  return {
    unsettled: after
      .filter(({ count }) => count > 0)
      .map(({ method, count, amount }) => ({ method, count, amount })),
    settlement: {
      unsettledAtStart: totalOf(before, "amount"),
      unsettledAtEnd: totalOf(after, "amount"),
      takenBackUnsettled: change("takenBack"),
      notAccepted: change("notAccepted"),
      givenBack: await findGivenBack(queries, period),
      notPaidOutAtStart: notPaidOutBefore.amount,
    },
    notPaidOut: await findNotPaidOut(queries, client, { until: end, day: dayAfter }),
  }
}

function totalOf(
  rows: readonly GatewaySettlement[],
  sum: "amount" | "takenBack" | "notAccepted",
): number {
  return rows.reduce((total, row) => total + row[sum], 0)
}
