import type { LedgerReply } from "#contracts/staff/ledger.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Day } from "#web/brands/day.ts"
import { Button } from "#web/ui/button.tsx"
import { type Column, DataTable } from "#web/ui/table/data-table.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import { translateOf } from "#web/ui/text/translate.ts"
import styles from "./ledger.module.css"
import { dayColumns, differenceColumns, payoutColumns, productColumns } from "./ledger-columns.tsx"
import { saveText } from "./save-text.ts"
import * as texts from "./texts.ts"

interface LedgerTablesProps {
  reply: LedgerReply
  /** The base name of a downloaded file. */
  fileName: string
  /** Loads the list of payments for the same days, and saves it. */
  onSavePayments: () => void
  busy: boolean
}

export function LedgerTables({ reply, fileName, onSavePayments, busy }: LedgerTablesProps) {
  const { clientName, comparedOn, days, products, totals, payouts, differences } = reply
  return (
    <>
      <h3 translate="no">{clientName}</h3>
      <p className={styles.note}>
        {comparedOn ? texts.comparedOn(<Day of={comparedOn} />) : texts.notCompared}
      </p>
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
        <Button look="secondary" busy={busy && texts.downloading} onClick={onSavePayments}>
          {texts.downloadPayments}
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
      <h3>{texts.withoutMoney}</h3>
      <p className={styles.note}>{texts.noMoneyMoves}</p>
      <Facts facts={factsWithoutMoney(reply)} />
      <Rows title={texts.payouts} columns={payoutColumns} rows={payouts} empty={texts.noPayouts} />
      <Rows
        title={texts.differences}
        columns={differenceColumns}
        rows={differences}
        empty={comparedOn ? texts.noDifferences : texts.noDifferencesYet}
      />
    </>
  )
}

function openFacts({ unsettled, notPaidOut, ...reply }: LedgerReply) {
  return [
    { label: texts.unsettledAtStart, value: <Money amount={reply.unsettledAtStart} /> },
    ...unsettled.map(({ method, count, amount }) => ({
      label: texts.unsettled(texts.methodNames[method], count),
      value: <Money amount={amount} />,
    })),
    { label: texts.takenBackUnsettled, value: <Money amount={reply.takenBackUnsettled} /> },
    ...(Number(reply.notAccepted) === 0
      ? []
      : [{ label: texts.notAccepted, value: <Money amount={reply.notAccepted} /> }]),
    { label: texts.givenBack, value: <Money amount={reply.givenBack} /> },
    { label: texts.notPaidOutAtStart, value: <Money amount={reply.notPaidOutAtStart} /> },
    { label: texts.notPaidOut, value: <Money amount={notPaidOut} /> },
  ]
}

function factsWithoutMoney({ credits, writeOffs, reversals, untoldCharges }: LedgerReply) {
  return [
    { label: texts.credits(credits.count), value: <Money amount={credits.amount} /> },
    { label: texts.writeOffs(writeOffs.count), value: <Money amount={writeOffs.amount} /> },
    { label: texts.reversals(reversals.count), value: <Money amount={reversals.amount} /> },
    { label: texts.unsentChargeNotices, value: String(untoldCharges) },
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
          {rows.map((row, index) => {
            const name = head?.cell(row)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a reply never change places
              <li key={index}>
                <strong translate={translateOf(name)}>{name}</strong>
                <Facts
                  facts={rest.map(({ title: label, cell }) => ({ label, value: cell(row) }))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
