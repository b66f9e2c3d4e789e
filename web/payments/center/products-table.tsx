import { Fragment } from "react"
import type { Product } from "#contracts/products/shapes.ts"
import { Amount } from "#web/products/product/amount.tsx"
import { MarkNote } from "#web/products/product/amount-note.tsx"
import { DueDate } from "#web/products/product/due-date.tsx"
import { NextSteps } from "#web/products/product/next-steps.tsx"
import { ProductLink, ProductNumber } from "#web/products/product/product-link.tsx"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Card } from "../../ui/card.tsx"
import { classNames } from "../../ui/class-names.ts"
import * as texts from "../texts.ts"
import { ActionPanel } from "./action-panel.tsx"
import { AmountInfo } from "./amount-info.tsx"
import type { ProductsProps } from "./products-props.ts"
import styles from "./products-table.module.css"
import { SelectProduct } from "./select-product.tsx"
import { isDue } from "./selection.ts"

const columnCount = 6

/**
 * Two rows per product. The second one shows the next step and, for the selected product, the
 * actions.
 */
export function ProductsTable(props: ProductsProps) {
  const { products, selected, today, plannedOf } = props
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
        <tbody>
          {products.map((product) => {
            const isSelected = product === selected
            const look = classNames(isDue(product) && styles.due, isSelected && styles.selected)
            return (
              <Fragment key={product.policyNumber}>
                <tr className={look}>
                  <Cells {...props} product={product} />
                </tr>
                <tr className={classNames(look, styles.details)}>
                  <td colSpan={columnCount}>
                    <ProductNumber product={product} />
                    <NextSteps
                      product={product}
                      planned={plannedOf(product.policyNumber)}
                      today={today}
                    />
                    <MarkNote product={product} />
                    {isSelected && (
                      <ActionPanel
                        {...props}
                        product={product}
                        {...plannedOf(product.policyNumber)}
                      />
                    )}
                  </td>
                </tr>
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

function Cells(props: ProductsProps & { product: Product }) {
  const { product, selected, onSelect, onAmount } = props
  const { currentPaymentFrequecyType, currentPaymentMethod } = product
  return (
    <>
      <td className={styles.radio}>
        <SelectProduct product={product} isSelected={product === selected} onSelect={onSelect} />
      </td>
      <th scope="row">
        <ProductLink product={product} withoutNumber />
      </th>
      <td>{currentPaymentFrequecyType}</td>
      <td className={styles.method}>{currentPaymentMethod || texts.notOnAutoPay}</td>
      <td className={styles.amount}>
        <span className={styles.figure}>
          <Amount product={product} />
          <AmountInfo product={product} onAmount={onAmount} />
        </span>
      </td>
      <td className={styles.date}>
        <DueDate product={product} />
        <StatusBadge product={product} />
      </td>
    </>
  )
}
