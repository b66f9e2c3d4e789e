import type { ReactNode } from "react"
import { centsOf } from "#contracts/money.ts"
import type { ActiveProduct } from "#contracts/products/products.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Day } from "#web/brands/day.ts"
import { Card } from "#web/ui/card.tsx"
import { type Column, DataTable, useSorting } from "#web/ui/table/data-table.tsx"
import { GrowingList } from "#web/ui/table/growing-list.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { Facts } from "#web/ui/text/facts.tsx"
import { MarkedMoney } from "#web/ui/text/money.tsx"
import { ProductLink } from "../product/product-link.tsx"
import * as texts from "../texts.ts"
import { noCost } from "../texts.ts"
import styles from "./products.module.css"

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
    cell: ({ coverageEffectiveDate }) =>
      coverageEffectiveDate && <Day of={coverageEffectiveDate} />,
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
    cell: whenAndHow,
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
    <GrowingList label={texts.activeProducts}>
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
    </GrowingList>
  )
}

/** The cells of a table row for a card, without empty ones. */
function factsOf(product: ActiveProduct) {
  const [, ...facts] = columns.map(({ title, cell }) => ({ label: title, value: cell(product) }))
  // Without a due date, the last fact contains only the payer.
  const named = facts.map((fact) =>
    fact.label === texts.dueDate && product.dueDate === ""
      ? { ...fact, label: texts.payment }
      : fact,
  )
  return named.filter(({ value }) => value !== "")
}

/**
 * The due date, and the payer if it is not the person, with the terms that the notes below explain.
 */
function whenAndHow({ dueDate, paymentStatusDisplayStyle }: ActiveProduct): ReactNode {
  const payer = texts.payers[paymentStatusDisplayStyle]
  if (!payer) return dueDate && <Day of={dueDate} />
  return (
    <>
      <Day of={dueDate} />
      <span className={styles.payer}>{payer}</span>
    </>
  )
}

function AnnualCost({ product }: { product: ActiveProduct }) {
  const { paymentStatusDisplayStyle, annualPremium } = product
  if (paymentStatusDisplayStyle === "nocosttoyou" && centsOf(annualPremium) === 0) {
    return <span>{noCost}</span>
  }
  return <MarkedMoney amount={product.annualPremium} mark={product.annualPremiumSpecialCharacter} />
}
