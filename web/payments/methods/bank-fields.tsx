import { useId } from "react"
import {
  accountNumberMaxLength,
  cardHolderMaxLength,
  filteredDigits,
  routingNumberLength,
} from "#contracts/payments/payment-rules.ts"
import { MethodField } from "./method-field.tsx"
import styles from "./method-form.module.css"
import type { MethodForm } from "./use-method-form.ts"

interface BankFieldsProps {
  methodForm: MethodForm
  /** Of a saved account the kind and the numbers stay. */
  isNew: boolean
}

const bankTypes = [
  { bankType: "C", label: "Checking" },
  { bankType: "S", label: "Savings" },
] as const

export function BankFields({ methodForm, isNew }: BankFieldsProps) {
  const name = useId()
  const { draft, change } = methodForm
  const routing = (typed: string) => filteredDigits(typed, routingNumberLength)
  const account = (typed: string) => filteredDigits(typed, accountNumberMaxLength)
  const number = { methodForm, required: true, inputMode: "numeric", autoComplete: "off" } as const
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Account</legend>
      <fieldset>
        <legend className={styles.label}>Account type</legend>
        <div className={styles.radios}>
          {bankTypes.map(({ bankType, label }) => (
            <label key={bankType} className={styles.radio}>
              <input
                type="radio"
                name={name}
                checked={draft.bankType === bankType}
                disabled={!isNew}
                onChange={() => change("bankType", bankType)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <MethodField
        methodForm={methodForm}
        label="Account-holder Name"
        field="holder"
        required
        maxLength={cardHolderMaxLength}
        autoComplete="name"
      />
      {isNew ? (
        <>
          <MethodField
            {...number}
            label="Bank Routing Number"
            hint="Nine digits, at the bottom left of a check."
            field="routing"
            filter={routing}
          />
          <MethodField
            {...number}
            label="Confirm Bank Routing Number"
            field="routingAgain"
            filter={routing}
          />
          <MethodField {...number} label="Account Number" field="account" filter={account} />
          <MethodField
            {...number}
            label="Confirm Account Number"
            field="accountAgain"
            filter={account}
          />
        </>
      ) : (
        <>
          <MethodField
            methodForm={methodForm}
            label="Bank Routing Number"
            field="routing"
            disabled
          />
          <MethodField methodForm={methodForm} label="Account Number" field="account" disabled />
        </>
      )}
    </fieldset>
  )
}
