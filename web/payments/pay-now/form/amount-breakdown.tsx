import type { Product } from "#contracts/products/shapes.ts"
import { AmountParts } from "#web/payments/amount-parts.tsx"
import * as texts from "../texts.ts"
import styles from "./amount-breakdown.module.css"

/** The parts of the amount due. */
export function AmountBreakdown({ info }: { info: Product["paymentInfo"] }) {
  return (
    <details className={styles.breakdown}>
      <summary>{texts.amountDetails}</summary>
      <AmountParts info={info} />
    </details>
  )
}
