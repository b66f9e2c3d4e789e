import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useDesktop, useWide } from "#web/app/use-desktop.ts"
import { Card } from "#web/ui/card.tsx"
import { type Column, DataTable } from "#web/ui/table/data-table.tsx"
import { GrowingList } from "#web/ui/table/growing-list.tsx"
import { Sentences } from "#web/ui/text/dated.tsx"
import { Amount } from "../product/amount.tsx"
import { MarkNote, MarkNotes } from "../product/amount-note.tsx"
import type { Planned, PlannedOf } from "../product/planned.ts"
import { ProductLink } from "../product/product-link.tsx"
import { StatusBadge } from "../product/status-badge.tsx"
import * as texts from "../texts.ts"
import styles from "./dashboard-products.module.css"
import { rowSentences } from "./row-sentences.ts"

interface ProductsProps {
  dashboard: Dashboard
  plannedOf: PlannedOf
  /** The numbers of the products whose next payment is stated above. */
  said: readonly string[]
}

/** The active products: a table from 768 px on, one list below. */
export function Products({ dashboard, plannedOf, said }: ProductsProps) {
  const isDesktop = useDesktop()
  const rows = dashboard.activeProducts.map((product) => rowOf(product, dashboard, plannedOf, said))
  return isDesktop ? <ProductsTable rows={rows} /> : <ProductList rows={rows} />
}

interface Row {
  product: Product
  planned: Planned
  /** Whether a card of its own states its debt. */
  isDue: boolean
  /** The sentences that nothing above states. */
  sentences: string[]
}

function rowOf(
  product: Product,
  { paymentsDue, currentDate }: Dashboard,
  plannedOf: PlannedOf,
  said: readonly string[],
): Row {
  const { policyNumber } = product
  const isDue = paymentsDue.some((due) => due.policyNumber === policyNumber)
  const isSaid = said.includes(policyNumber)
  const planned = plannedOf(policyNumber)
  return {
    product,
    planned,
    isDue,
    sentences: isDue ? [] : rowSentences(product, planned, currentDate, isSaid),
  }
}

const nameColumn: Column<Row> = {
  title: texts.product,
  cell: ({ product }) => <RowName product={product} />,
}
const columns: Column<Row>[] = [
  nameColumn,
  {
    title: texts.amountDue,
    alignEnd: true,
    cell: ({ product, isDue }) => <Amount product={product} unmarked={isDue} />,
  },
  {
    title: texts.status,
    cell: (row) => (
      <div className={styles.status}>
        <StatusBadge product={row.product} planned={row.planned} />
        <RowNotes row={row} />
      </div>
    ),
  },
]
/** Leaves more space for a long name. */
const narrowColumns: Column<Row>[] = [
  nameColumn,
  {
    title: texts.amountDue,
    alignEnd: true,
    cell: (row) => (
      <div className={styles.narrowStatus}>
        <Amount product={row.product} unmarked={row.isDue} />
        <StatusBadge product={row.product} planned={row.planned} />
        <RowNotes row={row} />
      </div>
    ),
  },
]

function ProductsTable({ rows }: { rows: readonly Row[] }) {
  const isWide = useWide()
  const others = rows.filter(({ isDue }) => !isDue).map(({ product }) => product)
  return (
    <Card className={styles.tableCard}>
      <DataTable
        caption={texts.yourActiveProducts}
        columns={isWide ? columns : narrowColumns}
        rows={rows}
        keyOf={({ product }) => product.policyNumber}
      />
      <MarkNotes products={others} />
    </Card>
  )
}

function ProductList({ rows }: { rows: readonly Row[] }) {
  return (
    <Card className={styles.list}>
      <GrowingList label={texts.yourActiveProducts}>
        {rows.map((row) => (
          <li key={row.product.policyNumber} className={styles.row}>
            <h3 className={styles.name}>
              <ProductLink product={row.product} withoutNumber />
            </h3>
            <StatusBadge product={row.product} planned={row.planned} />
            <span className={styles.soft} translate="no">
              {row.product.policyNumber}
            </span>
            {/* The badge of a product at no cost states its amount. */}
            {row.product.paymentStatusDisplayStyle !== "nocosttoyou" && (
              <Amount product={row.product} unmarked={row.isDue} />
            )}
            <RowNotes row={row} withNote />
          </li>
        ))}
      </GrowingList>
    </Card>
  )
}

function RowName({ product }: Pick<Row, "product">) {
  return (
    <>
      <ProductLink product={product} withoutNumber />
      <span className={styles.number} translate="no">
        {product.policyNumber}
      </span>
    </>
  )
}

/** `withNote`: also the note about the mark, which stands below a table. */
function RowNotes({ row, withNote = false }: { row: Row; withNote?: boolean }) {
  const { product, isDue, sentences } = row
  const hasNote = withNote && !isDue && product.amountDueSpecialCharacter !== ""
  if (sentences.length === 0 && !hasNote) return null
  return (
    <div className={styles.notes}>
      <Sentences of={sentences} />
      {hasNote && <MarkNote product={product} />}
    </div>
  )
}
