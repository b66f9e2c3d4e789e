import type { Product } from "#contracts/products/shapes.ts"
import { Amount } from "#web/products/product/amount.tsx"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import { dueFact } from "#web/products/product/due-date.tsx"
import { NextSteps } from "#web/products/product/next-steps.tsx"
import { numberLabel } from "#web/products/product/number-label.ts"
import type { Planned } from "#web/products/product/planned.ts"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { Card } from "#web/ui/card.tsx"
import * as texts from "../texts.ts"
import { AmountBreakdown } from "./amount-breakdown.tsx"
import styles from "./product-block.module.css"

interface ProductBlockProps {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY; "" while loading. */
  today: string
}

/** The product to pay: amount, due date, and name. */
export function ProductBlock({ product, planned, today }: ProductBlockProps) {
  const due = dueFact(product)
  return (
    <Card className={styles.block}>
      <div className={styles.amount}>
        <StatusBadge product={product} />
        <p className={styles.label} id="amount-due">
          {texts.amountDue}
        </p>
        <Amount product={product} large />
        <NextSteps product={product} planned={planned} today={today} />
        <AmountNote product={product} />
      </div>
      <div className={styles.facts}>
        <h2>{product.productDesc}</h2>
        <dl>
          <div>
            <dt>{numberLabel(product)}</dt>
            <dd translate="no">{product.policyNumber}</dd>
          </div>
          {product.currentPaymentFrequecyType && (
            <div>
              <dt>{texts.paymentFrequency}</dt>
              <dd>{product.currentPaymentFrequecyType}</dd>
            </div>
          )}
          {due.value && (
            <div>
              <dt>{due.label}</dt>
              <dd>{due.value}</dd>
            </div>
          )}
        </dl>
      </div>
      {product.showPaymentAmountBreakdown === "Y" && <AmountBreakdown info={product.paymentInfo} />}
    </Card>
  )
}
