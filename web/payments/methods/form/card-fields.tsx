import {
  type CardType,
  cardHolderMaxLength,
  cardTypes,
  expirationYears,
} from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import type { FrameName, FrameState } from "../../fields/contract.ts"
import * as texts from "../texts.ts"
import { CodeDrawing } from "./code-drawing.tsx"
import { FrameField } from "./frame-field.tsx"
import { FramesFailed } from "./frames-failed.tsx"
import { MethodField } from "./method-field.tsx"
import styles from "./method-form.module.css"
import type { MethodForm } from "./use-method-form.ts"

interface CardFieldsProps {
  methodForm: MethodForm
}

/** The fields of a new card. They are hidden for a bank account, so that the frames keep their text. */
export function NewCardFields({ methodForm }: CardFieldsProps) {
  const { draft, offeredTypes, openFrames } = methodForm
  const isShown = draft.kind === "card"
  const isOnFront = draft.cardType === "AM"
  const frame = (name: FrameName) => frameOptions(methodForm, name)
  return (
    <div hidden={!isShown}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{texts.card}</legend>
        {openFrames.hasFailed && <FramesFailed openFrames={openFrames} />}
        <div hidden={openFrames.hasFailed}>
          <FrameField {...frame("number")} label={texts.creditCardNumber} />
        </div>
        {isShown && (
          <>
            <CardTypeField methodForm={methodForm} types={offeredTypes} />
            <HolderField methodForm={methodForm} />
          </>
        )}
        <div hidden={openFrames.hasFailed}>
          <div className={styles.dateAndCode}>
            <FrameField
              {...frame("expiration")}
              className={styles.aligned}
              label={texts.expDate}
              hint={texts.expDateHint}
            />
            <FrameField
              {...frame("code")}
              className={styles.aligned}
              label={texts.cvvCvc}
              hint={isOnFront ? texts.codeOnFront : texts.codeOnBack}
              drawing={<CodeDrawing isOnFront={isOnFront} />}
            />
          </div>
        </div>
      </fieldset>
    </div>
  )
}

function frameOptions(methodForm: MethodForm, name: FrameName) {
  const { errors, openFrames, changeFrame, leaveFrame, save, cancel } = methodForm
  return {
    name,
    frames: openFrames.frames,
    attempt: openFrames.attempt,
    error: errors[name],
    onFail: openFrames.fail,
    onChange: (state: FrameState) => changeFrame(name, state),
    onBlur: () => leaveFrame(name),
    onEnter: () => void save(),
    onEscape: cancel,
  }
}

interface SavedCardFieldsProps extends CardFieldsProps {
  card: NonNullable<PaymentMethod["creditCard"]>
}

/** The fields of a saved card, whose type and number cannot change. */
export function SavedCardFields({ methodForm, card }: SavedCardFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.card}</legend>
      <TextField label={texts.creditCardNumber} disabled readOnly value={card.cardNumber} />
      <CardTypeField methodForm={methodForm} types={cardTypes} disabled />
      <HolderField methodForm={methodForm} />
      <div className={styles.expiry}>
        <ExpiryFields methodForm={methodForm} />
      </div>
    </fieldset>
  )
}

function HolderField({ methodForm }: CardFieldsProps) {
  return (
    <MethodField
      methodForm={methodForm}
      label={texts.cardholderName}
      field="holder"
      required
      maxLength={cardHolderMaxLength}
      autoComplete="cc-name"
    />
  )
}

interface CardTypeFieldProps extends CardFieldsProps {
  types: readonly { code: CardType; name: string }[]
  disabled?: boolean
}

function CardTypeField({ methodForm, types, disabled = false }: CardTypeFieldProps) {
  const { draft, errors, change } = methodForm
  return (
    <SelectField
      translate="no"
      label={texts.cardType}
      hint={!disabled && texts.cardTypeHint}
      placeholder={texts.selectACardType}
      autoComplete="cc-type"
      required
      disabled={disabled}
      error={errors.cardType}
      options={types.map(({ code, name }) => ({ value: code, label: name }))}
      value={draft.cardType}
      onChange={({ target }) => {
        const type = types.find(({ code }) => code === target.value)
        change("cardType", type?.code ?? "")
      }}
    />
  )
}

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"))

function ExpiryFields({ methodForm }: CardFieldsProps) {
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
