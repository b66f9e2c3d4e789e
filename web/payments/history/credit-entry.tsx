import { useId } from "react"
import type { PastCredit } from "#contracts/payments/payment-history.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Card } from "#web/ui/card.tsx"
import { Money } from "#web/ui/text/money.tsx"
import styles from "./history-entry.module.css"

/** A credit or write-off, which lowered what a product owes. */
export function CreditCard({ credit }: { credit: PastCredit }) {
  const headingId = useId()
  return (
    <Card>
      <article className={styles.payment} aria-labelledby={headingId}>
        <div className={styles.what}>
          <h2 className={styles.product} id={headingId}>
            {credit.productDesc}
          </h2>
          <p className={styles.soft}>
            <time>{credit.date}</time>
          </p>
        </div>
        <div className={styles.amount}>
          <Money amount={credit.amount} />
        </div>
        <div className={styles.status}>
          <Badge tone="success">{credit.label}</Badge>
        </div>
        <p className={styles.explanation}>{credit.explanation}</p>
      </article>
    </Card>
  )
}
