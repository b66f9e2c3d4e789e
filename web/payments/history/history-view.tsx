import type { PastPayment } from "#contracts/payments/payment-history.ts"
import { screens } from "#contracts/screens.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { Card } from "../../ui/card.tsx"
import { PaymentCard } from "./payment-card.tsx"
import styles from "./payment-history.module.css"

export function HistoryView({ payments }: { payments: readonly PastPayment[] }) {
  if (payments.length === 0) {
    return (
      <Card className={styles.empty}>
        <p>
          You have not made a payment here yet. Once you have, you find it here with its receipt.
        </p>
        <TextLink alone href={screens.paymentCenter.path}>
          See what is due
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
