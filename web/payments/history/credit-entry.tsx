import type { PastCredit } from "#contracts/payments/payment-history.ts"
import { Day } from "#web/brands/day.ts"
import { HistoryCard } from "./history-card.tsx"
import styles from "./history-entry.module.css"

/** A credit or write-off, which lowered what a product owes. */
export function CreditCard({ credit }: { credit: PastCredit }) {
  return (
    <HistoryCard
      productDesc={credit.productDesc}
      line={<Day of={credit.date} />}
      amount={credit.amount}
      status={{ tone: "success", label: credit.label }}
    >
      <p className={styles.explanation}>{credit.explanation}</p>
    </HistoryCard>
  )
}
