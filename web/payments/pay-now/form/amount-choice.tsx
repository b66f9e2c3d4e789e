import { centsOf } from "#contracts/money.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "./texts.ts"

interface AmountChoiceProps {
  product: Product
  payable: readonly string[]
  amount: string
  onChooseAmount: (amount: string) => void
}

/** The choice between everything that is owed and parts of it, if there are any. */
export function AmountChoice({ product, payable, amount, onChooseAmount }: AmountChoiceProps) {
  const [total, ...parts] = payable
  if (total === undefined || parts.length === 0) return null
  const pastDue = pastDueOf(product)
  const options = parts.map((part) => {
    const label = centsOf(part) === pastDue ? texts.onlyPastDue : texts.onlyOwn
    return { value: part, label: label(moneyText(part)) }
  })
  return (
    <SelectField
      label={texts.amountToPay}
      value={amount}
      options={[{ value: total, label: texts.everything(moneyText(total)) }, ...options]}
      onChange={({ target }) => onChooseAmount(target.value)}
    />
  )
}

/** Cents. */
function pastDueOf({ dueAmounts }: Product): number {
  return dueAmounts
    .filter(({ isPastDue }) => isPastDue === "Y")
    .reduce((sum, { amount }) => sum + centsOf(amount), 0)
}
