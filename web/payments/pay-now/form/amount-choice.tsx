import { SelectField } from "#web/ui/form/select-field.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "./texts.ts"

interface AmountChoiceProps {
  payable: readonly string[]
  amount: string
  onChooseAmount: (amount: string) => void
}

/** The choice between everything that is owed and what is past due, if these differ. */
export function AmountChoice({ payable, amount, onChooseAmount }: AmountChoiceProps) {
  const [total, pastDue] = payable
  if (total === undefined || pastDue === undefined) return null
  return (
    <SelectField
      label={texts.amountToPay}
      value={amount}
      options={[
        { value: total, label: texts.everything(moneyText(total)) },
        { value: pastDue, label: texts.onlyPastDue(moneyText(pastDue)) },
      ]}
      onChange={({ target }) => onChooseAmount(target.value)}
    />
  )
}
