import { decimalOf } from "#contracts/money.ts"
import { csvRow } from "#platform/text/csv.ts"
import { type ClientLedger, dayOf } from "./ledger.ts"
import type { LedgerRow } from "./ledger-sums.ts"

const head = ["Date", "Type", "Method", "Product", "Count", "Amount", "Reference"]

const correctionTypes = { credit: "credit", writeOff: "write-off", reversal: "reversal" }

/** Kinds of sums of the account system's entries for the period. */
const postedKinds = [
  ["payments", "posted payments", 1],
  ["returns", "posted returns", -1],
  ["refunds", "posted refunds", -1],
] as const

/** The sign of a correction. A reversal undoes a credit or write-off. */
function signOf(kind: keyof typeof correctionTypes): number {
  return kind === "reversal" ? -1 : 1
}

/**
 * The ledger as CSV (RFC 4180), one line for each sum. Amounts are dollars with two decimals;
 * outgoing money is negative. Credits and write-offs move no money, and their reversals are
 * negative.
 */
export function ledgerCsv(ledger: ClientLedger): string {
  const lines = [
    head,
    ...ledger.rows.flatMap(linesOf),
    ...ledger.corrections.map(({ kind, day, product, count, amount }) => {
      return line(day, correctionTypes[kind], { product, count, amount: signOf(kind) * amount })
    }),
    ...postedKinds.map(([kind, type, sign]) => {
      const { count, amount } = ledger.posted[kind]
      return line(ledger.to, type, { count, amount: sign * amount })
    }),
    ...ledger.unsettled.map(({ method, count, amount }) => {
      return line(ledger.to, "unsettled", { method, count, amount })
    }),
    line(ledger.from, "unsettled at the start", { amount: ledger.settlement.unsettledAtStart }),
    line(ledger.to, "taken back without having settled", {
      amount: -ledger.settlement.takenBackUnsettled,
    }),
    line(ledger.to, "settled and not accepted", { amount: ledger.settlement.notAccepted }),
    line(ledger.to, "given back by the gateway", { amount: -ledger.settlement.givenBack }),
    line(ledger.from, "not paid out at the start", { amount: ledger.settlement.notPaidOutAtStart }),
    line(ledger.to, "not paid out at the end", { amount: ledger.notPaidOut.amount }),
    ...ledger.payouts.map(({ arrivesOn, status, net, reference }) =>
      line(arrivesOn, `payout ${status}`, { amount: net, reference }),
    ),
    ...(ledger.sweptAt ? [] : [line(ledger.to, "differences not known", { amount: null })]),
    ...ledger.differences.map((difference) => {
      const { kind, at, reference, subject, ours, theirs } = difference
      const amount = ours === null && theirs === null ? null : (theirs ?? 0) - (ours ?? 0)
      const type = `difference ${kind}${difference.resolvedAt ? " (resolved)" : ""}`
      return line(dayOf(ledger, at), type, { amount, reference: reference || subject })
    }),
  ]
  return lines.map(csvRow).join("")
}

function linesOf(row: LedgerRow): string[][] {
  const { day, method, product } = row
  const sums = [
    ["payment", row.payments, 1],
    ["refund", row.refunds, -1],
    ["return", row.returns, -1],
    ["dispute opened", row.disputesOpened, 1],
    ["dispute lost", row.disputesLost, -1],
    ["settled", row.settled, 1],
  ] as const
  const lines = sums
    .filter(([, { count }]) => count > 0)
    .map(([type, { count, amount }, sign]) =>
      line(day, type, { method, product, count, amount: sign * amount }),
    )
  const fee = line(day, "fee", { method, product, amount: -row.fees })
  return row.fees === 0 ? lines : [...lines, fee]
}

interface Cells {
  method?: string
  product?: string
  count?: number
  amount: number | null
  reference?: string
}

function line(date: string, type: string, cells: Cells): string[] {
  const { method = "", product = "", count = "", amount, reference = "" } = cells
  const dollars = amount === null ? "" : decimalOf(amount === 0 ? 0 : amount)
  return [date, type, method, product, String(count), dollars, reference]
}
