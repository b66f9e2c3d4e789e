import type { PaymentStep } from "#contracts/payments/payment-history.ts"
import styles from "./timeline.module.css"

/** The steps of a payment, oldest first. */
export function Timeline({ steps }: { steps: readonly PaymentStep[] }) {
  return (
    <ol className={styles.timeline}>
      {steps.map((step) => (
        <li key={`${step.label} ${step.date}`}>
          <span className={styles.label}>{step.label}</span>
          <time translate="no" className={styles.date}>
            {step.date}
          </time>
        </li>
      ))}
    </ol>
  )
}
