import { useId } from "react"
import {
  accountNumberMaxLength,
  bankDebitText,
  cardHolderMaxLength,
  filteredDigits,
  routingNumberLength,
} from "#contracts/payments/payment-method-rules.ts"
import { useClient } from "#web/brands/init.ts"
import * as texts from "../texts.ts"
import { BankEntry } from "./bank-entry.tsx"
import { MethodField } from "./method-field.tsx"
import styles from "./method-form.module.css"
import { useHasInstantBank } from "./use-bank-sign-in.ts"
import type { MethodForm } from "./use-method-form.ts"

interface BankFieldsProps {
  methodForm: MethodForm
  /** False for a saved account, whose type and numbers cannot change. */
  isNew: boolean
}

const bankTypes = [
  { bankType: "C", label: texts.checking },
  { bankType: "S", label: texts.savings },
] as const

export function BankFields({ methodForm, isNew }: BankFieldsProps) {
  const name = useId()
  const { clientName, clientPhoneNumber } = useClient()
  const { draft, change } = methodForm
  const hasInstantBank = useHasInstantBank(isNew)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.account}</legend>
      {hasInstantBank && <BankEntry methodForm={methodForm} />}
      <fieldset>
        <legend className={styles.label}>{texts.accountType}</legend>
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
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <MethodField
        methodForm={methodForm}
        label={texts.accountHolderName}
        field="holder"
        required
        maxLength={cardHolderMaxLength}
        autoComplete="name"
      />
      {isNew ? (
        <>
          {draft.bankEntry === "typed" && <TypedNumbers methodForm={methodForm} />}
          <p className={styles.note}>{bankDebitText(clientName, clientPhoneNumber)}</p>
        </>
      ) : (
        <>
          <MethodField
            methodForm={methodForm}
            label={texts.bankRoutingNumber}
            field="routing"
            disabled
          />
          <MethodField
            methodForm={methodForm}
            label={texts.accountNumber}
            field="account"
            disabled
          />
        </>
      )}
    </fieldset>
  )
}

/** The numbers of a new account. */
function TypedNumbers({ methodForm }: { methodForm: MethodForm }) {
  const routing = (typed: string) => filteredDigits(typed, routingNumberLength)
  const account = (typed: string) => filteredDigits(typed, accountNumberMaxLength)
  const number = { methodForm, required: true, inputMode: "numeric", autoComplete: "off" } as const
  return (
    <>
      <MethodField
        {...number}
        label={texts.bankRoutingNumber}
        hint={texts.routingHint}
        field="routing"
        filter={routing}
      />
      <MethodField
        {...number}
        label={texts.confirmBankRoutingNumber}
        field="routingAgain"
        filter={routing}
      />
      <MethodField {...number} label={texts.accountNumber} field="account" filter={account} />
      <MethodField
        {...number}
        label={texts.confirmAccountNumber}
        field="accountAgain"
        filter={account}
      />
    </>
  )
}
