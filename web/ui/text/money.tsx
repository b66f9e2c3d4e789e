import { CleanHtml } from "./clean-html.tsx"
import styles from "./money.module.css"
import { moneyText } from "./money-text.ts"

interface MoneyProps {
  /** Dollars and cents as a decimal string, such as "42.50". */
  amount: string
  /** The largest thing on its screen. */
  large?: boolean
}

export function Money({ amount, large }: MoneyProps) {
  return <span className={large ? styles.large : styles.money}>{moneyText(amount)}</span>
}

/** An amount with the mark that the account system sets after it. */
export function MarkedMoney({ mark, ...money }: MoneyProps & { mark: string }) {
  return (
    <div className={money.large ? styles.largeMarked : styles.marked}>
      <Money {...money} />
      {mark && <CleanHtml className={styles.mark} html={mark} />}
    </div>
  )
}
