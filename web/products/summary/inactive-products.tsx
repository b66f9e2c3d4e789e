import { useId, useState } from "react"
import { centsOf } from "#contracts/money.ts"
import type { InactiveProduct } from "#contracts/products/products.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Day } from "#web/brands/day.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { type Column, DataTable, useSorting } from "#web/ui/table/data-table.tsx"
import { GrowingList } from "#web/ui/table/growing-list.tsx"
import { Pager, usePaging } from "#web/ui/table/pager.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { numberLabel } from "../product/number-label.ts"
import { PayByPhone } from "../product/pay-by-phone.tsx"
import { ProductLink } from "../product/product-link.tsx"
import * as texts from "../texts.ts"
import styles from "./products.module.css"

/** The inactive products, initially collapsed. */
export function InactiveProducts({ products }: { products: readonly InactiveProduct[] }) {
  const [shown, setShown] = useState(false)
  const isDesktop = useDesktop()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby="inactive-products">
      <div className={styles.collapsible}>
        <h2 id="inactive-products">{texts.inactiveProducts}</h2>
        <Button
          look="secondary"
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <span>
            <span>{shown ? texts.hide : texts.show}</span>
            <VisuallyHidden>{texts.inactiveProductsSuffix}</VisuallyHidden>
          </span>
        </Button>
      </div>
      <div id={id} className={styles.collapsed} hidden={!shown}>
        {shown &&
          (isDesktop ? (
            <InactiveTable products={products} />
          ) : (
            <InactiveCards products={products} />
          ))}
      </div>
    </section>
  )
}

const columns: Column<InactiveProduct>[] = [
  {
    title: texts.product,
    cell: (product) => (
      <>
        <ProductLink product={product} withoutNumber />
        {product.amountDue !== "0.00" && (
          <span className={styles.payer}>
            {texts.amountDue}: <Money amount={product.amountDue} />
            <span>.</span> <PayByPhone />
          </span>
        )}
        {product.creditLeft !== "0.00" && (
          <span className={styles.payer}>
            {texts.summaryCreditLeft}: <Money amount={product.creditLeft} />
          </span>
        )}
      </>
    ),
    sortBy: ({ productDesc }) => productDesc,
  },
  {
    title: texts.amountPaid,
    alignEnd: true,
    cell: ({ amountPaid }) => <Money amount={amountPaid} />,
    sortBy: ({ amountPaid }) => centsOf(amountPaid),
  },
  {
    title: texts.paidThrough,
    cell: ({ paidThrough }) => <Day of={paidThrough} />,
    sortBy: ({ paidThrough }) => sortableDate(paidThrough),
  },
  {
    title: texts.policyNumber,
    cell: ({ policyNumber }) => policyNumber,
    sortBy: ({ policyNumber }) => policyNumber,
  },
]

function InactiveTable({ products }: { products: readonly InactiveProduct[] }) {
  const { rows: ordered, sorting, sortBy } = useSorting(products, columns)
  const { rows, ...paging } = usePaging(ordered)

  function sortFromTheTop(title: string) {
    sortBy(title)
    paging.goTo(0)
  }
  return (
    <Card className={styles.tableCard}>
      <DataTable
        caption={texts.inactiveProducts}
        columns={columns}
        rows={rows}
        keyOf={({ policyNumber }) => policyNumber}
        sorting={sorting}
        onSort={sortFromTheTop}
      />
      <Pager label={texts.inactiveProducts} paging={paging} />
    </Card>
  )
}

function InactiveCards({ products }: { products: readonly InactiveProduct[] }) {
  return (
    <GrowingList label={texts.inactiveProducts}>
      {products.map((product) => (
        <li key={product.policyNumber}>
          <Card className={styles.card}>
            <h3 className={styles.name}>
              <ProductLink product={product} withoutNumber />
            </h3>
            <Facts facts={factsOf(product)} />
            {product.amountDue !== "0.00" && (
              <p>
                <PayByPhone />
              </p>
            )}
          </Card>
        </li>
      ))}
    </GrowingList>
  )
}

function factsOf(product: InactiveProduct) {
  const facts = [
    { label: numberLabel(product), value: product.policyNumber },
    { label: texts.amountDue, value: <Money amount={product.amountDue} /> },
    { label: texts.dueDate, value: product.dueDate && <Day of={product.dueDate} /> },
    {
      label: texts.summaryCreditLeft,
      value: product.creditLeft === "0.00" ? "" : <Money amount={product.creditLeft} />,
    },
  ]
  return facts.filter(({ value }) => value !== "")
}
