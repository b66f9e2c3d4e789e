import type { Product } from "#contracts/products/shapes.ts"
import { Amount } from "#web/products/product/amount.tsx"
import type { Planned } from "#web/products/product/planned.ts"
import { RadioCards } from "#web/ui/form/radio-cards.tsx"
import { Mark } from "#web/ui/text/money.tsx"
import * as texts from "../texts.ts"
import styles from "./amount-choice.module.css"
import { amountOptions, remarksOf } from "./amounts.ts"

interface AmountChoiceProps {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY; "" while loading. */
  today: string
  payable: readonly string[]
  amount: string
  onChooseAmount: (amount: string) => void
}

/** The amount due. Lets the person choose between parts of it and all of it. */
export function AmountChoice(props: AmountChoiceProps) {
  const { product, payable, amount, onChooseAmount } = props
  const remarks = remarksOf(props)
  const mark = product.amountDueSpecialCharacter
  return (
    <div className={styles.choice}>
      {payable.length > 1 ? (
        <RadioCards
          legend={texts.amountToPay}
          options={amountOptions(props).map((option) =>
            option.value === payable[0] && mark
              ? { ...option, after: <Mark html={mark} /> }
              : option,
          )}
          value={amount}
          onChange={onChooseAmount}
        />
      ) : (
        <div className={styles.only}>
          <span>{texts.amountDue}</span> <Amount product={product} whole />
        </div>
      )}
      {remarks.length > 0 && <p>{remarks.join(" ")}</p>}
    </div>
  )
}
