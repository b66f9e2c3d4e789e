import type { SkippedCharge } from "#contracts/payments/payment-history.ts"
import { Day, useDayText } from "#web/brands/day.ts"
import * as texts from "../texts.ts"
import { HistoryCard } from "./history-card.tsx"
import styles from "./history-entry.module.css"

/** An auto pay charge that the person skipped. */
export function SkippedCard({ charge }: { charge: SkippedCharge }) {
  const dayText = useDayText()
  return (
    <HistoryCard
      productDesc={charge.productDesc}
      line={`${charge.paymentMethod}${texts.notCharged(dayText(charge.chargeDate))}`}
      amount={charge.paymentAmount}
      status={{ tone: "info", label: texts.historySkipped }}
    >
      <p className={styles.number}>
        <span className={styles.soft}>{texts.skippedOn}</span> <Day of={charge.skippedDate} />
        <span>{charge.skippedBy && texts.by(charge.skippedBy)}</span>
      </p>
    </HistoryCard>
  )
}
