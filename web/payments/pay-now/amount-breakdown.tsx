import type { Product } from "#contracts/myaccount-core/shapes.ts"
import { CleanHtml } from "../../ui/clean-html.tsx"
import { Money } from "../../ui/money.tsx"
import styles from "./amount-breakdown.module.css"

/** What the amount due is made of. A positive adjustment lowers it, and is marked CR for that. */
export function AmountBreakdown({ info }: { info: Product["paymentInfo"] }) {
  const isCredit = isPositive(info.adjustment)
  return (
    <details className={styles.breakdown}>
      <summary>How this amount is made up</summary>
      <dl>
        <Line name="Amount due" amount={info.amountDue} />
        <Line name="Past due" amount={info.pastDueAmount} />
        <Line
          name="Adjustment"
          amount={info.adjustment.replace("-", "")}
          suffix={isCredit ? "CR" : ""}
        />
        {isPositive(info.billingCredit) && (
          <Line name="Billing credit" amount={info.billingCredit} suffix="CR" />
        )}
        <Line name="Total amount due" amount={info.totalAmountDue} isTotal />
      </dl>
      {info.disclaimer && <CleanHtml className={styles.disclaimer} html={info.disclaimer} />}
    </details>
  )
}

function Line(props: { name: string; amount: string; suffix?: string; isTotal?: boolean }) {
  const { name, amount, suffix, isTotal } = props
  return (
    <div className={isTotal ? styles.total : undefined}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} /> {suffix}
      </dd>
    </div>
  )
}

function isPositive(amount: string): boolean {
  return Number(amount) > 0
}
