import { centsOf } from "#contracts/money.ts"
import type { ActiveProduct } from "#contracts/products/products.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Card } from "#web/ui/card.tsx"
import { type Column, DataTable, useSorting } from "#web/ui/table/data-table.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { Facts } from "#web/ui/text/facts.tsx"
import { MarkedMoney } from "#web/ui/text/money.tsx"
import { ProductLink } from "../product/product-link.tsx"
import styles from "./products.module.css"
import * as texts from "./texts.ts"

/** The active products: a table from 768 px on, cards below. */
export function ActiveProducts({ products }: { products: readonly ActiveProduct[] }) {
  const isDesktop = useDesktop()
  return isDesktop ? <ActiveTable products={products} /> : <ActiveCards products={products} />
}

const columns: Column<ActiveProduct>[] = [
  {
    title: texts.product,
    cell: (product) => <ProductLink product={product} />,
    sortBy: ({ productDesc }) => productDesc,
  },
  {
    title: texts.coverageType,
    cell: ({ coverageType }) => coverageType,
    sortBy: ({ coverageType }) => coverageType,
  },
  {
    title: texts.coverageEffectiveDate,
    cell: ({ coverageEffectiveDate }) => coverageEffectiveDate,
    sortBy: ({ coverageEffectiveDate }) => sortableDate(coverageEffectiveDate),
  },
  {
    title: texts.annualProductCost,
    alignEnd: true,
    cell: (product) => <AnnualCost product={product} />,
    sortBy: ({ annualPremium }) => centsOf(annualPremium),
  },
  {
    title: texts.paymentFrequency,
    cell: ({ currentPaymentFrequecyType }) => currentPaymentFrequecyType,
    sortBy: ({ currentPaymentFrequecyType }) => currentPaymentFrequecyType,
  },
  {
    title: texts.dueDate,
    cell: ({ dueDate }) => dueDate,
    sortBy: ({ dueDate }) => sortableDate(dueDate),
  },
]

function ActiveTable({ products }: { products: readonly ActiveProduct[] }) {
  const { rows, sorting, sortBy } = useSorting(products, columns)
  return (
    <Card className={styles.tableCard}>
      <DataTable
        caption={texts.activeProducts}
        columns={columns}
        rows={rows}
        keyOf={({ policyNumber }) => policyNumber}
        sorting={sorting}
        onSort={sortBy}
      />
    </Card>
  )
}

function ActiveCards({ products }: { products: readonly ActiveProduct[] }) {
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <li key={product.policyNumber}>
          <Card className={styles.card}>
            <h3 className={styles.name}>
              <ProductLink product={product} />
            </h3>
            <Facts facts={factsOf(product)} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** A card is the row of the table, without what it does not have. */
function factsOf(product: ActiveProduct) {
  const [, ...facts] = columns.map(({ title, cell }) => ({ label: title, value: cell(product) }))
  return facts.filter(({ value }) => value !== "")
}

function AnnualCost({ product }: { product: ActiveProduct }) {
  return <MarkedMoney amount={product.annualPremium} mark={product.annualPremiumSpecialCharacter} />
}
