import { CleanHtml } from "./clean-html.tsx"
import styles from "./money.module.css"
import { moneyText } from "./money-text.ts"

interface MoneyProps {
  /** Dollars and cents as a decimal string, such as "42.50". */
  amount: string
  /** Shown as the largest element of its screen. */
  large?: boolean
}

export function Money({ amount, large }: MoneyProps) {
  return (
    <span className={large ? styles.large : styles.money} translate="no">
      {moneyText(amount)}
    </span>
  )
}

/** An amount with the account system's mark after it. */
export function MarkedMoney({ mark, ...money }: MoneyProps & { mark: string }) {
  return (
    <div className={money.large ? styles.largeMarked : styles.marked}>
      <Money {...money} />
      {mark && <CleanHtml className={styles.mark} html={mark} />}
    </div>
  )
}
