import type { Product } from "#contracts/products/shapes.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Card } from "#web/ui/card.tsx"
import { type Column, DataTable } from "#web/ui/table/data-table.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Amount } from "../product/amount.tsx"
import { MarkNote } from "../product/amount-note.tsx"
import { DueDate } from "../product/due-line.tsx"
import { dueFact } from "../product/due-texts.ts"
import { ProductLink } from "../product/product-link.tsx"
import { StatusBadge } from "../product/status-badge.tsx"
import styles from "./dashboard-products.module.css"
import * as texts from "./texts.ts"

/** The active products: a table from 768 px on, cards below. */
export function Products({ products }: { products: readonly Product[] }) {
  const isDesktop = useDesktop()
  return isDesktop ? <ProductsTable products={products} /> : <ProductCards products={products} />
}

const columns: Column<Product>[] = [
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
        <DueDate product={product} className={styles.date} />
        <StatusBadge product={product} />
      </>
    ),
  },
]

function ProductsTable({ products }: { products: readonly Product[] }) {
  return (
    <Card className={styles.tableCard}>
      <DataTable
        caption={texts.yourActiveProducts}
        columns={columns}
        rows={products}
        keyOf={({ policyNumber }) => policyNumber}
      />
    </Card>
  )
}

function ProductCards({ products }: { products: readonly Product[] }) {
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <li key={product.policyNumber}>
          <Card className={styles.card}>
            <h3 className={styles.name}>
              <ProductLink product={product} />
            </h3>
            <StatusBadge product={product} />
            <Facts facts={factsOf(product)} />
            <MarkNote product={product} />
          </Card>
        </li>
      ))}
    </ul>
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
