import type { Product } from "#contracts/products/shapes.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Card } from "#web/ui/card.tsx"
import { type Column, DataTable } from "#web/ui/table/data-table.tsx"
import { GrowingList } from "#web/ui/table/growing-list.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Amount } from "../product/amount.tsx"
import { MarkNote } from "../product/amount-note.tsx"
import { DueDate, dueFact } from "../product/due-date.tsx"
import { NextSteps } from "../product/next-steps.tsx"
import type { PlannedOf } from "../product/planned.ts"
import { ProductLink, ProductNumber } from "../product/product-link.tsx"
import { StatusBadge } from "../product/status-badge.tsx"
import * as texts from "../texts.ts"
import styles from "./dashboard-products.module.css"

interface ProductsProps {
  products: readonly Product[]
  plannedOf: PlannedOf
  /** The client's day, as MM/DD/YYYY. */
  today: string
}

/** The active products: a table from 768 px on, cards below. */
export function Products(props: ProductsProps) {
  return useDesktop() ? <ProductsTable {...props} /> : <ProductCards {...props} />
}

const columns: Column<Product>[] = [
  {
    title: texts.product,
    cell: (product) => <ProductLink product={product} withoutNumber />,
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
      <div className={styles.date}>
        <DueDate product={product} />
        <StatusBadge product={product} />
      </div>
    ),
  },
]

function ProductsTable({ products, plannedOf, today }: ProductsProps) {
  return (
    <Card className={styles.tableCard}>
      <DataTable
        caption={texts.yourActiveProducts}
        columns={columns}
        rows={products}
        keyOf={({ policyNumber }) => policyNumber}
        detailsOf={(product) => (
          <>
            <ProductNumber product={product} />
            <NextSteps product={product} planned={plannedOf(product.policyNumber)} today={today} />
            <MarkNote product={product} />
          </>
        )}
      />
    </Card>
  )
}

function ProductCards({ products, plannedOf, today }: ProductsProps) {
  return (
    <GrowingList label={texts.yourActiveProducts}>
      {products.map((product) => (
        <li key={product.policyNumber}>
          <Card className={styles.card}>
            <h3 className={styles.name}>
              <ProductLink product={product} />
            </h3>
            <StatusBadge product={product} />
            <NextSteps product={product} planned={plannedOf(product.policyNumber)} today={today} />
            <Facts facts={factsOf(product)} />
            <MarkNote product={product} />
          </Card>
        </li>
      ))}
    </GrowingList>
  )
}

function factsOf(product: Product) {
  const facts = [
    { label: texts.amountDue, value: <Amount product={product} /> },
    dueFact(product),
    { label: texts.paymentFrequency, value: product.currentPaymentFrequecyType },
  ]
  return facts.filter(({ value }) => value !== "")
}
