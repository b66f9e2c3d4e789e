import type { PastCredit, PastPayment, SkippedCharge } from "#contracts/payments/payment-history.ts"
import { screens } from "#contracts/screens.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { Card } from "../../ui/card.tsx"
import { CreditCard } from "./credit-entry.tsx"
import { PaymentCard } from "./history-entry.tsx"
import styles from "./payment-history.module.css"
import { SkippedCard } from "./skipped-entry.tsx"
import * as texts from "./texts.ts"

interface HistoryViewProps {
  payments: readonly PastPayment[]
  skipped: readonly SkippedCharge[]
  credits: readonly PastCredit[]
}

export function HistoryView({ payments, skipped, credits }: HistoryViewProps) {
  if (payments.length + skipped.length + credits.length === 0) {
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
      {credits.map((credit) => (
        <li key={credit.creditId}>
          <CreditCard credit={credit} />
        </li>
      ))}
      {payments.map((payment) => (
        <li key={payment.paymentId} id={payment.confirmationNumber || undefined} tabIndex={-1}>
          <PaymentCard payment={payment} />
        </li>
      ))}
    </ul>
  )
}
