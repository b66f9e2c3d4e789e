import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { Amount } from "../product/amount.tsx"
import { AutoPayNotice } from "../product/auto-pay-notice.tsx"
import { ProductLink } from "../product/product-link.tsx"
import { StatusBadge } from "../product/status-badge.tsx"
import styles from "./due-card.module.css"
import { PayNow } from "./pay-now-button.tsx"
import * as texts from "./texts.ts"

interface DueCardProps {
  product: Product
  onPayNow: (product: Product) => void
}

/** One product that is due: how much, and until when. */
export function DueCard({ product, onPayNow }: DueCardProps) {
  const isPast = product.paymentStatusDisplayStyle === "pastdue"
  return (
    <Card className={styles.card}>
      <StatusBadge product={product} />
      <div>
        <Amount product={product} large />
        {product.dueDate && (
          <p className={styles.date}>
            {isPast ? texts.wasDue : texts.dueBy} <time>{product.dueDate}</time>
          </p>
        )}
      </div>
      <h3 className={styles.product}>
        <ProductLink product={product} />
      </h3>
      <AutoPayNotice product={product} />
      <PayNow product={product} onPayNow={onPayNow} />
    </Card>
  )
}
