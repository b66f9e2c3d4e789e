import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { Amount } from "../product/amount.tsx"
import { AmountNote } from "../product/amount-note.tsx"
import { AutoPayNotice } from "../product/auto-pay-notice.tsx"
import { ChargeDay, DueLine } from "../product/due-line.tsx"
import { ProductLink } from "../product/product-link.tsx"
import { StatusBadge } from "../product/status-badge.tsx"
import styles from "./due-card.module.css"
import { PayNow } from "./pay-now-button.tsx"

interface DueCardProps {
  product: Product
  charge: PlannedCharge | undefined
  onPayNow: (product: Product) => void
}

/** One product that is due: how much, and until when. */
export function DueCard({ product, charge, onPayNow }: DueCardProps) {
  return (
    <Card className={styles.card}>
      <StatusBadge product={product} />
      <div>
        <Amount product={product} large />
        <DueLine product={product} className={styles.date} />
        <ChargeDay product={product} charge={charge} />
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
