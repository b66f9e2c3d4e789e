import { type FormEvent, useId } from "react"
import type { PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import type { ChargeQuote, PlannedCharge } from "#contracts/payments/payment-center.ts"
import { addNewRecordId, noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useDayText } from "#web/brands/day.ts"
import { useClient } from "#web/brands/init.ts"
import { numberLabel } from "#web/products/product/number-label.ts"
import { PhoneNumber } from "#web/shell/phone-number.tsx"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { DialogActions } from "#web/ui/dialog.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import { methodOptions, methodProblem } from "../method-option.ts"
import { addMethodOption } from "../methods/staff-rule.ts"
import { UnverifiedNotes } from "../unverified-notes.tsx"
import { type Change, choiceNow } from "./auto-pay-change.ts"
import styles from "./auto-pay-change-form.module.css"
import { expiryWarning } from "./card-expiry.ts"
import { ChargeParts } from "./charge-parts.tsx"
import { chargeDayText, feeText } from "./charge-terms.ts"
import { choiceSummary, frequencyOptions } from "./choice-summary.ts"
import { shownQuote } from "./shown-quote.ts"
import * as texts from "./texts.ts"

interface ChangeFormProps {
  product: Product
  methods: readonly PaymentMethod[]
  /** The quote for each choice, if the person agreed to it now. */
  quotes: readonly ChargeQuote[]
  /**
   * The next charge as planned. It may be later than quoted, because it must be announced first.
   */
  planned: PlannedCharge | undefined
  /** The client's day, as MM/DD/YYYY. */
  today: string
  chosen: Partial<PaymentChoice>
  onChoose: (choice: Partial<PaymentChoice>) => void
  /** Opens the form for another method, which is then selected here. */
  onAddMethod: () => void
  onSave: (change: Change) => void
  onClose: () => void
}

export function ChangeForm(props: ChangeFormProps) {
  const { product, methods, quotes, planned, today, onChoose, onAddMethod, onSave, onClose } = props
  const reasonId = useId()
  const dayText = useDayText()
  const { clientPhoneNumber } = useClient()
  const chosen = { ...choiceNow(product), ...props.chosen }
  const { frequencyCode, paymentMethodRecordId } = chosen
  const method = methods.find((one) => one.paymentRecordId === paymentMethodRecordId)
  const { changeAutoPayOrFrequency, saveChanges } = product.paymentAction
  const blocked = saveChanges.disable === "Y" ? changeAutoPayOrFrequency.message : ""
  const { quote, dueDate } = shownQuote(quotes, planned, chosen, choiceNow(product))
  const problem = methodProblem(method)
  const isOn = choiceNow(product).paymentMethodRecordId !== null
  const isChosen = paymentMethodRecordId !== null
  const methodLabel = isChosen ? (method?.paymentMethodHeader ?? product.currentPaymentMethod) : ""
  const fee = feeText(product, frequencyCode)
  const warning = problem || expiryWarning(method, quote, dayText)

  function save(event: FormEvent) {
    event.preventDefault()
    if (quote) onSave({ product, chosen, method, quote })
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <div>
        <p className={styles.product}>{product.productDesc}</p>
        <p className={styles.number}>
          <span>{numberLabel(product)}</span> <span translate="no">{product.policyNumber}</span>
        </p>
      </div>
      <div className={styles.terms}>
        <p>
          <span>{chargeDayText(product, frequencyCode, today, planned?.dueDate)}</span>{" "}
          <span>{texts.anotherDay}</span> <PhoneNumber number={clientPhoneNumber} />
          <span>.</span>
        </p>
        {fee && <p>{fee}</p>}
      </div>
      <Frequency
        options={frequencyOptions(product, quotes, chosen)}
        code={frequencyCode}
        onChoose={onChoose}
      />
      <div>
        <SelectField
          label={texts.autoPayMethod}
          value={paymentMethodRecordId ?? noAutoPayRecordId}
          options={autoPayOptions(product, methods)}
          onChange={({ target: { value } }) => {
            if (value === addNewRecordId) onAddMethod()
            else onChoose({ paymentMethodRecordId: value === noAutoPayRecordId ? null : value })
          }}
        />
        {isOn && isChosen && (
          <TextButton
            alone
            onClick={({ currentTarget }) => {
              // The button disappears when the choice changes.
              currentTarget.parentElement?.querySelector("select")?.focus()
              onChoose({ paymentMethodRecordId: null })
            }}
          >
            {texts.turnOffAutoPay}
          </TextButton>
        )}
        <div className={styles.notice} role="alert">
          {warning && <Alert tone="warning" content={[warning]} />}
        </div>
        <UnverifiedNotes methods={methods} chosen={method} />
      </div>
      {quote && (
        <ChargeParts
          quote={quote}
          dueDate={dueDate}
          disclaimer={product.disclaimer}
          mark={product.amountDueSpecialCharacter}
          isCharged={warning === ""}
          isBankDebit={Boolean(method?.bankAccount)}
        />
      )}
      <p className={styles.comparison} role="status">
        {warning === "" &&
          quote &&
          choiceSummary({ product, quotes, chosen, quote, methodLabel, today })}
      </p>
      {blocked && (
        <p className={styles.note} id={reasonId}>
          {blocked}
        </p>
      )}
      <DialogActions summary="">
        <Button
          type="submit"
          disabled={saveChanges.disable === "Y" || problem !== "" || !quote}
          aria-describedby={blocked ? reasonId : undefined}
        >
          {texts.saveChanges}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </form>
  )
}

interface FrequencyProps {
  options: readonly { value: string; label: string }[]
  code: string
  onChoose: (choice: Partial<PaymentChoice>) => void
}

/** The payment frequency; plain text if there is only one option. */
function Frequency({ options, code, onChoose }: FrequencyProps) {
  const [only, ...others] = options
  if (others.length === 0) {
    return <Facts facts={[{ label: texts.paymentFrequency, value: only?.label }]} />
  }
  return (
    <SelectField
      label={texts.paymentFrequency}
      value={code}
      options={options}
      onChange={({ target: { value } }) => onChoose({ frequencyCode: value })}
    />
  )
}

/** The auto pay options of this product: none, each saved method, or adding one. */
function autoPayOptions(product: Product, methods: readonly PaymentMethod[]) {
  const { currentPaymentMethodRecordId: current, currentPaymentMethod } = product
  const isOn = current !== noAutoPayRecordId
  const saved = methodOptions(methods)
  // The account system may have a method that is not saved here.
  const isSaved = !isOn || saved.some(({ value }) => value === current)
  return [
    { value: noAutoPayRecordId, label: isOn ? texts.removeAutoPay : texts.notOnAutoPay },
    ...(isSaved ? [] : [{ value: current, label: currentPaymentMethod }]),
    ...saved,
    addMethodOption(),
  ]
}
