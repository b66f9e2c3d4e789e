import {
  cardHolderMaxLength,
  cardTypes,
  expirationYears,
  filteredDigits,
  securityCodeMaxLength,
} from "#contracts/payments/payment-method-rules.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import * as texts from "../texts.ts"
import { CardNumberField } from "./card-number-field.tsx"
import { CodeDrawing } from "./code-drawing.tsx"
import { MethodField } from "./method-field.tsx"
import styles from "./method-form.module.css"
import type { MethodForm } from "./use-method-form.ts"

interface CardFieldsProps {
  methodForm: MethodForm
  /** False for a saved card, whose type and number cannot change. */
  isNew: boolean
}

export function CardFields({ methodForm, isNew }: CardFieldsProps) {
  const { draft, errors, offeredTypes, change } = methodForm
  const types = isNew ? offeredTypes : cardTypes
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.card}</legend>
      <CardNumberField
        value={draft.number}
        error={errors.number}
        disabled={!isNew}
        onChange={(number) => change("number", number)}
      />
      <SelectField
        translate="no"
        label={texts.cardType}
        hint={isNew && texts.cardTypeHint}
        placeholder={texts.selectACardType}
        autoComplete="cc-type"
        required
        disabled={!isNew}
        error={errors.cardType}
        options={types.map(({ code, name }) => ({ value: code, label: name }))}
        value={draft.cardType}
        onChange={({ target }) => {
          const type = types.find(({ code }) => code === target.value)
          change("cardType", type?.code ?? "")
        }}
      />
      <MethodField
        methodForm={methodForm}
        label={texts.cardholderName}
        field="holder"
        required
        maxLength={cardHolderMaxLength}
        autoComplete="cc-name"
      />
      <div className={styles.expiry}>
        <ExpiryFields methodForm={methodForm} />
      </div>
      {isNew && <CodeField methodForm={methodForm} />}
    </fieldset>
  )
}

/** The security code, with a drawing of its place on the card. */
function CodeField({ methodForm }: { methodForm: MethodForm }) {
  const { cardType } = methodForm.draft
  const isOnFront = cardType === "AM"
  return (
    <div className={styles.code}>
      <MethodField
        methodForm={methodForm}
        label={texts.cvvCvc}
        hint={isOnFront ? texts.codeOnFront : texts.codeOnBack}
        field="code"
        required
        filter={(typed) => filteredDigits(typed, securityCodeMaxLength)}
        inputMode="numeric"
        autoComplete="cc-csc"
      />
      <CodeDrawing isOnFront={isOnFront} />
    </div>
  )
}

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"))

function ExpiryFields({ methodForm }: { methodForm: MethodForm }) {
  const { draft, errors, today, change } = methodForm
  const thisYear = Number(today?.slice(6))
  const years = today
    ? Array.from({ length: expirationYears + 1 }, (_, more) => String(thisYear + more))
    : []
  // The year of an expired card stays visible.
  const shown = draft.year === "" || years.includes(draft.year) ? years : [draft.year, ...years]
  return (
    <>
      <SelectField
        label={texts.expDateMonth}
        placeholder={texts.month}
        autoComplete="cc-exp-month"
        required
        error={errors.month}
        options={months.map((month) => ({ value: month, label: month }))}
        value={draft.month}
        onChange={(event) => change("month", event.target.value)}
      />
      <SelectField
        label={texts.expDateYear}
        placeholder={texts.year}
        autoComplete="cc-exp-year"
        required
        error={errors.year}
        options={shown.map((year) => ({ value: year, label: year }))}
        value={draft.year}
        onChange={(event) => change("year", event.target.value)}
      />
    </>
  )
}
