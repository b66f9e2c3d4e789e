import type { PaymentStep } from "#contracts/payments/payment-history.ts"
import { Day } from "#web/brands/day.ts"
import styles from "./timeline.module.css"

/** The steps of a payment, oldest first. */
export function Timeline({ steps }: { steps: readonly PaymentStep[] }) {
  return (
    <ol className={styles.timeline}>
      {steps.map((step) => (
        <li key={`${step.label} ${step.date}`}>
          <span className={styles.label}>{step.label}</span>
          <Day className={styles.date} of={step.date} />
        </li>
      ))}
    </ol>
  )
}
