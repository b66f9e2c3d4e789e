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
