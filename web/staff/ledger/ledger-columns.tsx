import type { LedgerReply, LedgerSums } from "#contracts/staff/ledger.ts"
import { Day } from "#web/brands/day.ts"
import type { Column } from "#web/ui/table/data-table.tsx"
import { Breakable } from "#web/ui/text/breakable.tsx"
import { Money } from "#web/ui/text/money.tsx"
import * as texts from "./texts.ts"

function amountColumn<Name extends string>(
  name: Name,
  title: string,
): Column<Record<Name, string>> {
  return { title, cell: (row) => <Money amount={row[name]} />, alignEnd: true }
}
const sumColumns: Column<LedgerSums>[] = [
  amountColumn("payments", texts.payments),
  amountColumn("refunds", texts.refunds),
  amountColumn("takenBack", texts.takenBack),
  amountColumn("net", texts.net),
  amountColumn("settled", texts.settled),
  amountColumn("fees", texts.fees),
]

type DayRow = LedgerReply["days"][number]
/** Shows the last row, which is the total, in bold. */
const inBold = (column: Column<DayRow>): Column<DayRow> => ({
  ...column,
  cell: (row) => (row.day === texts.total ? <strong>{column.cell(row)}</strong> : column.cell(row)),
})
export const dayColumns: Column<DayRow>[] = [
  { title: texts.day, cell: ({ day }: DayRow) => (day === texts.total ? day : <Day of={day} />) },
  ...sumColumns,
].map(inBold)

export const productColumns: Column<LedgerReply["products"][number]>[] = [
  { title: texts.product, cell: ({ product }) => <span translate="no">{product}</span> },
  { title: texts.method, cell: ({ method, count }) => `${texts.methodNames[method]} (${count})` },
  ...sumColumns,
]

type PayoutRow = LedgerReply["payouts"][number]
export const payoutColumns: Column<PayoutRow>[] = [
  { title: texts.payout, cell: ({ reference }) => <Breakable text={reference} /> },
  { title: texts.arrives, cell: ({ arrivesOn }) => <Day of={arrivesOn} /> },
  { title: texts.status, cell: ({ status }) => texts.statuses[status] },
  amountColumn("charges", texts.charges),
  amountColumn("takenBack", texts.takenBack),
  amountColumn("fees", texts.fees),
  amountColumn("net", texts.net),
]

type DifferenceRow = LedgerReply["differences"][number]
const differenceAmount = (name: "ours" | "theirs", title: string): Column<DifferenceRow> => ({
  title,
  cell: (row) => (row[name] === "" ? "–" : <Money amount={row[name]} />),
  alignEnd: true,
})
export const differenceColumns: Column<DifferenceRow>[] = [
  {
    title: texts.difference,
    cell: ({ kind, isResolved }) =>
      `${texts.differenceNames[kind] ?? kind}${isResolved ? ` (${texts.resolved})` : ""}`,
  },
  { title: texts.day, cell: ({ day }) => <Day of={day} /> },
  {
    title: texts.subject,
    cell: ({ reference, subject, detail }) => (
      <Breakable text={[reference || subject, detail].filter(Boolean).join(": ")} />
    ),
  },
  differenceAmount("ours", texts.ours),
  differenceAmount("theirs", texts.theirs),
]
