import { styleOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { dueFact } from "#web/products/product/due-date.tsx"
import { numberLabel } from "#web/products/product/number-label.ts"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { type Fact, Facts } from "#web/ui/text/facts.tsx"
import * as texts from "../texts.ts"
import styles from "./product-block.module.css"

/** The product to pay. The form below it has the amounts. A badge of the due date is omitted. */
export function ProductBlock({ product }: { product: Product }) {
  const facts: Fact[] = [
    { label: numberLabel(product), value: product.policyNumber },
    { label: texts.paymentFrequency, value: product.currentPaymentFrequecyType },
    dueFact(product),
  ]
  return (
    <div className={styles.block}>
      <div className={styles.name}>
        <h2>{product.productDesc}</h2>
        {styleOf(product) !== "" && <StatusBadge product={product} />}
      </div>
      <Facts facts={facts.filter(({ value }) => value)} />
    </div>
  )
}
