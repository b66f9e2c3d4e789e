import type { PastPayment } from "#contracts/payments/payment-history.ts"
import { screens } from "#contracts/screens.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { Card } from "../../ui/card.tsx"
import { PaymentCard } from "./history-entry.tsx"
import styles from "./payment-history.module.css"
import * as texts from "./texts.ts"

export function HistoryView({ payments }: { payments: readonly PastPayment[] }) {
  if (payments.length === 0) {
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
      {payments.map((payment) => (
        <li key={payment.paymentId}>
          <PaymentCard payment={payment} />
        </li>
      ))}
    </ul>
  )
}
