import type { Product } from "#contracts/products/shapes.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Mark, Money } from "#web/ui/text/money.tsx"
import styles from "./amount-parts.module.css"
import * as texts from "./texts.ts"

/** The parts of the amount due. A positive adjustment lowers it, so it is marked CR. */
export function AmountParts({ info }: { info: Product["paymentInfo"] }) {
  const isCredit = isPositive(info.adjustment)
  return (
    <>
      <dl className={styles.parts}>
        <Part name="Amount due" amount={info.amountDue} mark={info.amountDueSpecialCharacter} />
        <Part name="Past due" amount={info.pastDueAmount} />
        <Part
          name="Adjustment"
          amount={info.adjustment.replace("-", "")}
          suffix={isCredit ? texts.cr : ""}
        />
        {isPositive(info.billingCredit) && (
          <Part name="Billing credit" amount={info.billingCredit} suffix={texts.cr} />
        )}
        {isPositive(info.alreadyPaid) && (
          <Part name="Already paid" amount={info.alreadyPaid} suffix={texts.cr} />
        )}
        <Part name="Total amount due" amount={info.totalAmountDue} isTotal />
      </dl>
      {info.disclaimer && <CleanHtml className={styles.disclaimer} html={info.disclaimer} />}
    </>
  )
}

interface PartProps {
  name: string
  amount: string
  suffix?: string
  /** HTML shown after the amount. */
  mark?: string
  isTotal?: boolean
}

function Part({ name, amount, suffix, mark, isTotal }: PartProps) {
  return (
    <div className={isTotal ? styles.total : undefined}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} /> <span>{suffix}</span>
        {mark && <Mark html={mark} />}
      </dd>
    </div>
  )
}

function isPositive(amount: string): boolean {
  return Number(amount) > 0
}
