import { dollarsOf } from "#contracts/money.ts"
import { type ClientLedger, dayOf } from "./ledger.ts"
import { type LedgerTotals, netOf, type Sum, totalsOf } from "./ledger-sums.ts"

/** The ledger for a terminal: a table of days, and the other figures that accountants need. */
export function ledgerText(ledger: ClientLedger): string {
  const { client, from, to, timeZone, sweptAt } = ledger
  const days = Map.groupBy(ledger.rows, ({ day }) => day)
  const table = [
    ["Date", "Payments", "Refunds", "Returns", "Disputes lost", "Net", "Settled", "Fees"],
    ...[...days].map(([day, rows]) => [day, ...cellsOf(totalsOf(rows))]),
    ["Total", ...cellsOf(ledger.totals)],
  ]
  return [
    `Ledger of ${client}, ${from} to ${to}, days of ${timeZone}`,
    sweptAt
      ? `The gateway's movements are known until ${sweptAt.toISOString()}.`
      : "The gateway's movements are not known yet: no sweep has finished.",
    "",
    aligned(table),
    "",
    ...sections(ledger),
  ].join("\n")
}

function cellsOf(totals: LedgerTotals): string[] {
  const { payments, refunds, returns, disputesLost, settled, fees } = totals
  const cents = [payments.amount, refunds.amount, returns.amount, disputesLost.amount]
  return [...cents, netOf(totals), settled.amount, fees].map(dollarsOf)
}

function sections(ledger: ClientLedger): string[] {
  const { posted, unsentChargeNotices, unsettled, settlement, payouts, notPaidOut, differences } =
    ledger
  return [
    `Posted in the account system: payments ${told(posted.payments)}, returns ${told(posted.returns)}, refunds ${told(posted.refunds)}`,
    `Without money: credits ${told(posted.credits)}, write-offs ${told(posted.writeOffs)}, reversals ${told(posted.reversals)}`,
    `Charges announced to customers without an email address: ${unsentChargeNotices}`,
    `Unsettled at the start: ${dollarsOf(settlement.unsettledAtStart)}`,
    ...unsettled.map((sum) => `Unsettled at the end, ${sum.method}: ${told(sum)}`),
    `Taken back without having settled: ${dollarsOf(settlement.takenBackUnsettled)}`,
    ...(settlement.notAccepted === 0
      ? []
      : [`Settled and not accepted: ${dollarsOf(settlement.notAccepted)}`]),
    `Given back by the gateway: ${dollarsOf(settlement.givenBack)}`,
    `Not paid out at the start: ${dollarsOf(settlement.notPaidOutAtStart)}`,
    `Not paid out at the end: ${told(notPaidOut)}`,
    "",
    payouts.length === 0 ? "No payouts." : "Payouts, with this client's part:",
    ...payouts.map(
      ({ arrivesOn, reference, status, amount, charges, takenBack, fees, net }) =>
        `${arrivesOn} ${reference} ${status} ${dollarsOf(amount)}: charges ${dollarsOf(charges)} - taken back ${dollarsOf(takenBack)} - fees ${dollarsOf(fees)} = ${dollarsOf(net)}`,
    ),
    "",
    headingOf(ledger),
    ...differences.map(({ kind, at, subject, detail, ours, theirs, resolvedAt }) => {
      const sums =
        ours === null && theirs === null ? "" : `: ours ${shown(ours)}, theirs ${shown(theirs)}`
      const state = resolvedAt ? ` (resolved ${dayOf(ledger, resolvedAt)})` : ""
      const why = detail && ` (${detail})`
      return `${dayOf(ledger, at)} ${kind} ${subject}${why}${sums}${state}`
    }),
    "",
  ]
}

/** Before the first sweep, the absence of differences is not known. */
function headingOf({ differences, sweptAt }: ClientLedger): string {
  if (differences.length > 0) return "Differences:"
  return sweptAt ? "No differences." : "Differences are not known: no sweep has finished."
}

function told({ count, amount }: Sum): string {
  return `${dollarsOf(amount)} (${count})`
}

function shown(cents: number | null): string {
  return cents === null ? "-" : dollarsOf(cents)
}

/** Formats columns with spaces between them; all but the first are right-aligned. */
function aligned(table: readonly string[][]): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? "").length)),
  )
  return table
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column === 0 ? cell.padEnd(width) : cell.padStart(width)
        })
        .join("  "),
    )
    .join("\n")
}
