import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { Amount } from "../product/amount.tsx"
import { AmountNote } from "../product/amount-note.tsx"
import { AutoPayNotice } from "../product/auto-pay-notice.tsx"
import { NextSteps } from "../product/next-steps.tsx"
import type { Planned } from "../product/planned.ts"
import { ProductLink } from "../product/product-link.tsx"
import { StatusBadge } from "../product/status-badge.tsx"
import styles from "./due-card.module.css"
import { PayNow } from "./pay-now-button.tsx"

interface DueCardProps {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY. */
  today: string
  onPayNow: (product: Product) => void
}

/** One product with a payment due: the amount, and the next step. */
export function DueCard({ product, planned, today, onPayNow }: DueCardProps) {
  return (
    <Card className={styles.card}>
      <StatusBadge product={product} />
      <div>
        <Amount product={product} large />
        <NextSteps product={product} planned={planned} today={today} />
        <AmountNote product={product} />
      </div>
      <h3 className={styles.product}>
        <ProductLink product={product} />
      </h3>
      <AutoPayNotice product={product} />
      <PayNow product={product} onPayNow={onPayNow} />
    </Card>
  )
}
