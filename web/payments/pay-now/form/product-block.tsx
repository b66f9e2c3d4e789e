import type { Product } from "#contracts/products/shapes.ts"
import { Amount } from "#web/products/product/amount.tsx"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import { DueLine, dueFact } from "#web/products/product/due-line.tsx"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { Card } from "#web/ui/card.tsx"
import { AmountBreakdown } from "./amount-breakdown.tsx"
import styles from "./product-block.module.css"
import * as texts from "./texts.ts"

/** The product to pay: amount, due date, and name. */
export function ProductBlock({ product }: { product: Product }) {
  return (
    <Card className={styles.block}>
      <div className={styles.amount}>
        <StatusBadge product={product} />
        <p className={styles.label} id="amount-due">
          {texts.amountDue}
        </p>
        <Amount product={product} large />
        <DueLine product={product} className={styles.date} />
        <AmountNote product={product} />
      </div>
      <div className={styles.facts}>
        <h2>{product.productDesc}</h2>
        <dl>
          <div>
            <dt>
              {product.isInsuranceProduct === "Y" ? texts.certificateNumber : texts.planNumber}
            </dt>
            <dd>{product.policyNumber}</dd>
          </div>
          {product.currentPaymentFrequecyType && (
            <div>
              <dt>{texts.paymentFrequency}</dt>
              <dd>{product.currentPaymentFrequecyType}</dd>
            </div>
          )}
          {product.dueDate && (
            <div>
              <dt>{texts.dueDate}</dt>
              <dd>{dueFact(product).value}</dd>
            </div>
          )}
        </dl>
      </div>
      {product.showPaymentAmountBreakdown === "Y" && <AmountBreakdown info={product.paymentInfo} />}
    </Card>
  )
}
