import type { Product } from "#contracts/products/shapes.ts"
import { Amount } from "#web/products/product/amount.tsx"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import { AutoPayNotice } from "#web/products/product/auto-pay-notice.tsx"
import { dueFact } from "#web/products/product/due-line.tsx"
import { ProductLink } from "#web/products/product/product-link.tsx"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { type Fact, Facts } from "#web/ui/text/facts.tsx"
import { Card } from "../../ui/card.tsx"
import { classNames } from "../../ui/class-names.ts"
import { AmountInfo } from "./amount-info.tsx"
import { NextCharge, SkippedNote } from "./next-charge.tsx"
import { ProductActions } from "./product-actions.tsx"
import styles from "./product-cards.module.css"
import type { ProductsProps } from "./products-props.ts"
import { SelectProduct } from "./select-product.tsx"
import { isDue } from "./selection.ts"
import * as texts from "./texts.ts"

/** A card a product; the selected one holds what can be done about it. */
export function ProductCards(props: ProductsProps) {
  const { products, selected, onSelect } = props
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <li key={product.policyNumber}>
          <Card
            className={classNames(
              styles.card,
              isDue(product) && styles.due,
              product === selected && styles.selected,
            )}
          >
            <div className={styles.head}>
              <SelectProduct
                product={product}
                isSelected={product === selected}
                onSelect={onSelect}
              />
              <h3 className={styles.name}>
                <ProductLink product={product} />
              </h3>
            </div>
            <StatusBadge product={product} />
            <Facts facts={factsOf(product, props)} />
            <AmountNote product={product} />
            <AutoPayNotice product={product} />
            <CardActions {...props} product={product} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** The next charge of each product, and what can be done about the selected one. */
function CardActions(props: ProductsProps & { product: Product }) {
  const { product, selected, plannedOf } = props
  const { charge } = plannedOf(product.policyNumber)
  return (
    <>
      <SkippedNote product={product} />
      <NextCharge product={product} charge={charge} />
      {product === selected && <ProductActions {...props} charge={charge} />}
    </>
  )
}

function factsOf(product: Product, { onAmount, plannedOf }: ProductsProps): Fact[] {
  const amount = (
    <span className={styles.amount}>
      <Amount product={product} />
      <AmountInfo product={product} onAmount={onAmount} />
    </span>
  )
  const facts = [
    { label: texts.amountDue, value: amount },
    dueFact(product),
    { label: texts.coveredUntil, value: plannedOf(product.policyNumber).coveredUntil ?? "" },
    { label: texts.paymentFrequency, value: product.currentPaymentFrequecyType },
    { label: texts.autoPayMethod, value: product.currentPaymentMethod || texts.notOnAutoPay },
  ]
  return facts.filter(({ value }) => value !== "")
}
