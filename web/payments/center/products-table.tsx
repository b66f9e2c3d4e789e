import type { Product } from "#contracts/products/shapes.ts"
import { Amount } from "#web/products/product/amount.tsx"
import { MarkNote } from "#web/products/product/amount-note.tsx"
import { DueDate } from "#web/products/product/due-line.tsx"
import { ProductLink } from "#web/products/product/product-link.tsx"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Card } from "../../ui/card.tsx"
import { classNames } from "../../ui/class-names.ts"
import { AmountInfo } from "./amount-info.tsx"
import type { ProductsProps } from "./products-props.ts"
import styles from "./products-table.module.css"
import { SelectProduct } from "./select-product.tsx"
import { isDue } from "./selection.ts"
import * as texts from "./texts.ts"

export function ProductsTable({ products, selected, onSelect, onAmount }: ProductsProps) {
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
          {products.map((product) => (
            <tr
              key={product.policyNumber}
              className={classNames(
                isDue(product) && styles.due,
                product === selected && styles.selected,
              )}
            >
              <td className={styles.radio}>
                <SelectProduct
                  product={product}
                  isSelected={product === selected}
                  onSelect={onSelect}
                />
              </td>
              <th scope="row">
                <ProductLink product={product} />
                <MarkNote product={product} />
              </th>
              <td>{product.currentPaymentFrequecyType}</td>
              <td className={styles.method}>{methodOf(product)}</td>
              <td className={styles.amount}>
                <span className={styles.figure}>
                  <Amount product={product} />
                  <AmountInfo product={product} onAmount={onAmount} />
                </span>
              </td>
              <td>
                <DueDate product={product} className={styles.date} />
                <StatusBadge product={product} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function methodOf({ currentPaymentMethod }: Product): string {
  return currentPaymentMethod || texts.notOnAutoPay
}
