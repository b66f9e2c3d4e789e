import type { PastPayment, SkippedCharge } from "#contracts/payments/payment-history.ts"
import { screens } from "#contracts/screens.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { Card } from "../../ui/card.tsx"
import { PaymentCard } from "./history-entry.tsx"
import styles from "./payment-history.module.css"
import { SkippedCard } from "./skipped-entry.tsx"
import * as texts from "./texts.ts"

interface HistoryViewProps {
  payments: readonly PastPayment[]
  skipped: readonly SkippedCharge[]
}

export function HistoryView({ payments, skipped }: HistoryViewProps) {
  if (payments.length + skipped.length === 0) {
    return (
      <Card className={styles.empty}>
        <p>{texts.noPayments}</p>
        <TextLink alone href={screens.paymentCenter.path}>
          {texts.seeWhatIsDue}
        </TextLink>
      </Card>
    )
  }
  return (
    <ul className={styles.list}>
      {skipped.map((charge) => (
        <li key={`${charge.policyNumber} ${charge.chargeDate}`}>
          <SkippedCard charge={charge} />
        </li>
      ))}
      {payments.map((payment) => (
        <li key={payment.paymentId}>
          <PaymentCard payment={payment} />
        </li>
      ))}
    </ul>
  )
}
