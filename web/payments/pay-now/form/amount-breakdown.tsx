import type { Product } from "#contracts/products/shapes.ts"
import { AmountParts } from "#web/payments/amount-parts.tsx"
import styles from "./amount-breakdown.module.css"

/** What the amount due is made of, for who wants to know. */
export function AmountBreakdown({ info }: { info: Product["paymentInfo"] }) {
  return (
    <details className={styles.breakdown}>
      <summary>How this amount is made up</summary>
      <AmountParts info={info} />
    </details>
  )
}
