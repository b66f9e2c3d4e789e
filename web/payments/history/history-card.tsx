import { type ReactNode, useId } from "react"
import { Badge, type BadgeTone } from "#web/ui/badge.tsx"
import { Card } from "#web/ui/card.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { Money } from "#web/ui/text/money.tsx"
import styles from "./history-entry.module.css"

interface HistoryCardProps {
  productDesc: string
  /** The line below the product: date and method. */
  line: ReactNode
  /** A decimal text. */
  amount: string
  status: { tone: BadgeTone; label: string }
  children: Elements
}

/** One entry of the payment history. */
export function HistoryCard({ productDesc, line, amount, status, children }: HistoryCardProps) {
  const headingId = useId()
  return (
    <Card>
      <article className={styles.payment} aria-labelledby={headingId}>
        <div className={styles.what}>
          <h3 className={styles.product} id={headingId}>
            {productDesc}
          </h3>
          <p className={styles.soft}>{line}</p>
        </div>
        <div className={styles.amount}>
          <Money amount={amount} />
        </div>
        <div className={styles.status}>
          <Badge tone={status.tone}>{status.label}</Badge>
        </div>
        {children}
      </article>
    </Card>
  )
}
