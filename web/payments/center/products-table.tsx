import { Fragment } from "react"
import type { Product } from "#contracts/products/shapes.ts"
import { MarkNotes } from "#web/products/product/amount-note.tsx"
import { DueDate } from "#web/products/product/due-date.tsx"
import { NextSteps } from "#web/products/product/next-steps.tsx"
import { ProductLink } from "#web/products/product/product-link.tsx"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Card } from "../../ui/card.tsx"
import { classNames } from "../../ui/class-names.ts"
import * as texts from "../texts.ts"
import { ActionPanel } from "./action-panel.tsx"
import { AmountDue } from "./amount-info.tsx"
import { groupsOf, type ProductGroup } from "./product-groups.ts"
import type { ProductsProps } from "./products-props.ts"
import styles from "./products-table.module.css"
import { SelectProduct } from "./select-product.tsx"
import { isDue } from "./selection.ts"

const columnCount = 6

/** A row per product. Below the selected one, a second row shows its next step and its actions. */
export function ProductsTable(props: ProductsProps) {
  const { products, selected } = props
  return (
    <Card className={styles.card}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{texts.select}</VisuallyHidden>
            </th>
            <th scope="col">{texts.product}</th>
            <th scope="col">{texts.paymentFrequency}</th>
            <th scope="col">{texts.autoPayMethod}</th>
            <th scope="col" className={styles.amount}>
              {texts.amountDue}
            </th>
            <th scope="col">{texts.dueDate}</th>
          </tr>
        </thead>
        {groupsOf(products).map((group) => (
          <Group key={group.title} {...props} {...group} />
        ))}
      </table>
      <div className={styles.notes}>
        {/* The details of the selected product contain its note. */}
        <MarkNotes
          products={products.filter(({ disclaimer }) => disclaimer !== selected?.disclaimer)}
        />
      </div>
    </Card>
  )
}

/** The rows of a group, below its title and total if there are several groups. */
function Group({ title, total, ...props }: ProductsProps & ProductGroup) {
  const { products, selected, today, plannedOf } = props
  return (
    <tbody>
      {title && (
        <tr className={styles.group}>
          <th scope="rowgroup" colSpan={columnCount}>
            <span>{texts.groupTitle(title, products.length)}</span> <span>{total}</span>
          </th>
        </tr>
      )}
      {products.map((product) => {
        const isSelected = product === selected
        const planned = plannedOf(product.policyNumber)
        const look = classNames(
          isDue(product, planned) && styles.due,
          isSelected && styles.selected,
        )
        return (
          <Fragment key={product.policyNumber}>
            <tr className={look}>
              <Cells {...props} product={product} />
            </tr>
            {isSelected && (
              <tr className={classNames(look, styles.details)}>
                <td colSpan={columnCount}>
                  <NextSteps product={product} planned={planned} today={today} />
                  <ActionPanel {...props} product={product} planned={planned} />
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}

function Cells(props: ProductsProps & { product: Product }) {
  const { product, selected, plannedOf, onSelect, onAmount } = props
  const { currentPaymentFrequecyType, currentPaymentMethod } = product
  return (
    <>
      <td className={styles.radio}>
        <SelectProduct product={product} isSelected={product === selected} onSelect={onSelect} />
      </td>
      <th scope="row">
        <ProductLink product={product} />
      </th>
      <td>{currentPaymentFrequecyType}</td>
      <td className={styles.method}>{currentPaymentMethod || texts.notOnAutoPay}</td>
      <td className={styles.amount}>
        <AmountDue product={product} onAmount={onAmount} />
      </td>
      <td className={styles.date}>
        <DueDate product={product} />
        <StatusBadge product={product} planned={plannedOf(product.policyNumber)} withoutDay />
      </td>
    </>
  )
}
