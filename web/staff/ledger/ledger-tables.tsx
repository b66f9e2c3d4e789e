import type { LedgerReply, LedgerSums } from "#contracts/staff/ledger.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Button } from "#web/ui/button.tsx"
import { type Column, DataTable } from "#web/ui/table/data-table.tsx"
import { Breakable } from "#web/ui/text/breakable.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import styles from "./ledger.module.css"
import { saveText } from "./save-text.ts"
import * as texts from "./texts.ts"

interface LedgerTablesProps {
  reply: LedgerReply
  /** Of a downloaded file, without its ending. */
  fileName: string
}

export function LedgerTables({ reply, fileName }: LedgerTablesProps) {
  const { clientName, comparedOn, days, products, totals, payouts, differences } = reply
  return (
    <>
      <h3>{clientName}</h3>
      <p className={styles.note}>{comparedOn ? texts.comparedOn(comparedOn) : texts.notCompared}</p>
      <div className={styles.downloads}>
        <Button look="secondary" onClick={() => saveText(`${fileName}.csv`, "text/csv", reply.csv)}>
          {texts.downloadCsv}
        </Button>
        <Button
          look="secondary"
          onClick={() => saveText(`${fileName}.json`, "application/json", reply.json)}
        >
          {texts.downloadJson}
        </Button>
      </div>
      {days.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <>
          <Rows
            title={texts.byDay}
            columns={dayColumns}
            rows={[...days, { day: texts.total, ...totals }]}
          />
          <Rows title={texts.byProduct} columns={productColumns} rows={products} />
        </>
      )}
      <h3>{texts.open}</h3>
      <Facts facts={openFacts(reply)} />
      <Rows title={texts.payouts} columns={payoutColumns} rows={payouts} empty={texts.noPayouts} />
      <Rows
        title={texts.differences}
        columns={differenceColumns}
        rows={differences}
        empty={texts.noDifferences}
      />
    </>
  )
}

function openFacts({ unsettled, notPaidOut, credits, writeOffs, ...rest }: LedgerReply) {
  return [
    ...unsettled.map(({ method, count, amount }) => ({
      label: texts.unsettled(texts.methodNames[method], count),
      value: <Money amount={amount} />,
    })),
    { label: texts.notPaidOut, value: <Money amount={notPaidOut} /> },
    { label: texts.credits(credits.count), value: <Money amount={credits.amount} /> },
    { label: texts.writeOffs(writeOffs.count), value: <Money amount={writeOffs.amount} /> },
    { label: texts.untoldCharges, value: String(rest.untoldCharges) },
  ]
}

interface RowsProps<Row> {
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  empty?: string
}

/** A table from 768 px on, labels with their values below. */
function Rows<Row>({ title, columns, rows, empty }: RowsProps<Row>) {
  const isDesktop = useDesktop()
  const [head, ...rest] = columns
  return (
    <>
      <h3>{title}</h3>
      {rows.length === 0 && <p>{empty}</p>}
      {rows.length > 0 && isDesktop && (
        <DataTable caption={title} columns={columns} rows={rows} keyOf={(_, index) => `${index}`} />
      )}
      {rows.length > 0 && !isDesktop && (
        <ul className={styles.cards}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a reply never change places
            <li key={index}>
              <strong>{head?.cell(row)}</strong>
              <Facts facts={rest.map(({ title: label, cell }) => ({ label, value: cell(row) }))} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const amountColumn = (name: keyof LedgerSums, title: string): Column<LedgerSums> => ({
  title,
  cell: (row) => <Money amount={row[name]} />,
  alignEnd: true,
})
const sumColumns = [
  amountColumn("payments", texts.payments),
  amountColumn("refunds", texts.refunds),
  amountColumn("takenBack", texts.takenBack),
  amountColumn("net", texts.net),
  amountColumn("settled", texts.settled),
  amountColumn("fees", texts.fees),
]

const dayColumns: Column<LedgerReply["days"][number]>[] = [
  { title: texts.day, cell: ({ day }) => day },
  ...sumColumns,
]

const productColumns: Column<LedgerReply["products"][number]>[] = [
  { title: texts.product, cell: ({ product }) => product },
  { title: texts.method, cell: ({ method, count }) => `${texts.methodNames[method]} (${count})` },
  ...sumColumns,
]

type PayoutRow = LedgerReply["payouts"][number]
const payoutAmount = (
  name: "charges" | "takenBack" | "fees" | "net",
  title: string,
): Column<PayoutRow> => ({
  title,
  cell: (row) => <Money amount={row[name]} />,
  alignEnd: true,
})
const payoutColumns: Column<PayoutRow>[] = [
  { title: texts.payout, cell: ({ reference }) => <Breakable text={reference} /> },
  { title: texts.arrives, cell: ({ arrivesOn }) => arrivesOn },
  { title: texts.status, cell: ({ status }) => texts.statuses[status] },
  payoutAmount("charges", texts.charges),
  payoutAmount("takenBack", texts.takenBack),
  payoutAmount("fees", texts.fees),
  payoutAmount("net", texts.net),
]

type DifferenceRow = LedgerReply["differences"][number]
const differenceAmount = (name: "ours" | "theirs", title: string): Column<DifferenceRow> => ({
  title,
  cell: (row) => (row[name] === "" ? "–" : <Money amount={row[name]} />),
  alignEnd: true,
})
const differenceColumns: Column<DifferenceRow>[] = [
  {
    title: texts.difference,
    cell: ({ kind, isResolved }) =>
      `${texts.differenceNames[kind] ?? kind}${isResolved ? ` (${texts.resolved})` : ""}`,
  },
  { title: texts.day, cell: ({ day }) => day },
  {
    title: texts.subject,
    cell: ({ reference, subject }) => <Breakable text={reference || subject} />,
  },
  differenceAmount("ours", texts.ours),
  differenceAmount("theirs", texts.theirs),
]
