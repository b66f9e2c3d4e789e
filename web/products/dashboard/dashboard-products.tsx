import type { Product } from "#contracts/products/shapes.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Card } from "#web/ui/card.tsx"
import { type Column, DataTable } from "#web/ui/table/data-table.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Amount } from "../product/amount.tsx"
import { MarkNote } from "../product/amount-note.tsx"
import { chargeDayFact, DueDate, dueFact } from "../product/due-line.tsx"
import type { PlannedOf } from "../product/planned.ts"
import { ProductLink } from "../product/product-link.tsx"
import { StatusBadge } from "../product/status-badge.tsx"
import styles from "./dashboard-products.module.css"
import * as texts from "./texts.ts"

interface ProductsProps {
  products: readonly Product[]
  plannedOf: PlannedOf
}

/** The active products: a table from 768 px on, cards below. */
export function Products(props: ProductsProps) {
  return useDesktop() ? <ProductsTable {...props} /> : <ProductCards {...props} />
}

const columnsWith = (plannedOf: PlannedOf): Column<Product>[] => [
  {
    title: texts.product,
    cell: (product) => (
      <>
        <ProductLink product={product} />
        <MarkNote product={product} />
      </>
    ),
  },
  {
    title: texts.amountDue,
    alignEnd: true,
    cell: (product) => (
      <>
        <Amount product={product} />
        <span className={styles.soft}>{product.currentPaymentFrequecyType}</span>
      </>
    ),
  },
  {
    title: texts.dueDate,
    cell: (product) => (
      <>
        <DueDate product={product} charge={plannedOf(product.policyNumber).charge} />
        <StatusBadge product={product} />
      </>
    ),
  },
]

function ProductsTable({ products, plannedOf }: ProductsProps) {
  return (
    <Card className={styles.tableCard}>
      <DataTable
        caption={texts.yourActiveProducts}
        columns={columnsWith(plannedOf)}
        rows={products}
        keyOf={({ policyNumber }) => policyNumber}
      />
    </Card>
  )
}

function ProductCards({ products, plannedOf }: ProductsProps) {
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <li key={product.policyNumber}>
          <Card className={styles.card}>
            <h3 className={styles.name}>
              <ProductLink product={product} />
            </h3>
            <StatusBadge product={product} />
            <Facts facts={factsOf(product, plannedOf)} />
            <MarkNote product={product} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

function factsOf(product: Product, plannedOf: PlannedOf) {
  const facts = [
    { label: texts.amountDue, value: <Amount product={product} /> },
    dueFact(product),
    chargeDayFact(product, plannedOf(product.policyNumber).charge),
    { label: texts.paymentFrequency, value: product.currentPaymentFrequecyType },
  ]
  return facts.filter(({ value }) => value !== "")
}
