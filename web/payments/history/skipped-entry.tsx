import { useId } from "react"
import type { SkippedCharge } from "#contracts/payments/payment-history.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Card } from "#web/ui/card.tsx"
import { Money } from "#web/ui/text/money.tsx"
import styles from "./history-entry.module.css"
import * as texts from "./texts.ts"

/** A debit of auto pay that the person skipped. */
export function SkippedCard({ charge }: { charge: SkippedCharge }) {
  const headingId = useId()
  return (
    <Card>
      <article className={styles.payment} aria-labelledby={headingId}>
        <div className={styles.what}>
          <h2 className={styles.product} id={headingId}>
            {charge.productDesc}
          </h2>
          <p className={styles.soft}>
            {charge.paymentMethod}
            {texts.notCharged(charge.chargeDate)}
          </p>
        </div>
        <div className={styles.amount}>
          <Money amount={charge.paymentAmount} />
        </div>
        <div className={styles.status}>
          <Badge tone="info">{texts.skipped}</Badge>
        </div>
        <p className={styles.number}>
          <span className={styles.soft}>{texts.skippedOn}</span> <time>{charge.skippedDate}</time>
          {charge.skippedBy && texts.by(charge.skippedBy)}
        </p>
      </article>
    </Card>
  )
}
