import type { Product } from "#contracts/products/shapes.ts"
import type { Planned } from "#web/products/product/planned.ts"
import { RadioCards } from "#web/ui/form/radio-cards.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"
import styles from "./amount-choice.module.css"
import { amountOptions } from "./amounts.ts"

interface AmountChoiceProps {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY; "" while loading. */
  today: string
  payable: readonly string[]
  amount: string
  onChooseAmount: (amount: string) => void
}

/** Lets the person choose between parts of the amount owed and all of it. */
export function AmountChoice(props: AmountChoiceProps) {
  const { payable, amount, onChooseAmount } = props
  if (payable.length === 0) return null
  if (payable.length === 1) {
    return (
      <p className={styles.only}>
        <span>{texts.amountToPay}</span> <strong translate="no">{moneyText(amount)}</strong>
      </p>
    )
  }
  return (
    <RadioCards
      legend={texts.amountToPay}
      options={amountOptions(props)}
      value={amount}
      onChange={onChooseAmount}
    />
  )
}
