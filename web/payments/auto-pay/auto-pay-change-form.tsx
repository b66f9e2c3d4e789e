import { type FormEvent, useId } from "react"
import { decimalOf } from "#contracts/money.ts"
import { billingTerms } from "#contracts/payments/authorization-facts.ts"
import { type PaymentChoice, periodCost } from "#contracts/payments/auto-pay-rules.ts"
import { addNewRecordId, noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { DialogActions } from "#web/ui/dialog.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import { type Change, choiceNow } from "./auto-pay-change.ts"
import styles from "./auto-pay-change-form.module.css"
import { methodOptions } from "./method-options.ts"
import * as texts from "./texts.ts"

interface ChangeFormProps {
  product: Product
  methods: readonly PaymentMethod[]
  chosen: Partial<PaymentChoice>
  currentDate: string
  onChoose: (choice: Partial<PaymentChoice>) => void
  /** Asks for another method, which is then to be chosen. */
  onAddMethod: () => void
  onSave: (change: Change, currentDate: string) => void
  onClose: () => void
}

export function ChangeForm(props: ChangeFormProps) {
  const { product, methods, currentDate, onChoose, onAddMethod, onSave, onClose } = props
  const reasonId = useId()
  const chosen = { ...choiceNow(product), ...props.chosen }
  const { frequencyCode, paymentMethodRecordId } = chosen
  const method = methods.find((one) => one.paymentRecordId === paymentMethodRecordId)
  const { changeAutoPayOrFrequency, saveChanges } = product.paymentAction
  const blocked = saveChanges.disable === "Y" ? changeAutoPayOrFrequency.message : ""
  const isExpired = method?.isCardExpired === "Y"

  function save(event: FormEvent) {
    event.preventDefault()
    onSave({ product, chosen, method }, currentDate)
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <div>
        <p className={styles.product}>{product.productDesc}</p>
        <p className={styles.number}>
          {product.isInsuranceProduct === "Y" ? texts.certificateNumber : texts.planNumber}{" "}
          {product.policyNumber}
        </p>
      </div>
      <Frequency product={product} code={frequencyCode} onChoose={onChoose} />
      <div>
        <SelectField
          label={texts.autoPayMethod}
          value={paymentMethodRecordId ?? noAutoPayRecordId}
          options={methodOptions(product, methods)}
          onChange={({ target: { value } }) => {
            if (value === addNewRecordId) onAddMethod()
            else onChoose({ paymentMethodRecordId: value === noAutoPayRecordId ? null : value })
          }}
        />
        <div className={styles.notice} role="alert">
          {isExpired && <Alert tone="warning" content={[method.cardExpMessage]} />}
        </div>
      </div>
      <Amounts product={product} chosen={chosen} />
      {blocked && (
        <p className={styles.note} id={reasonId}>
          {blocked}
        </p>
      )}
      <DialogActions>
        <Button
          type="submit"
          disabled={saveChanges.disable === "Y" || isExpired}
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
  product: Product
  code: string
  onChoose: (choice: Partial<PaymentChoice>) => void
}

/** Words where there is but one way. */
function Frequency({ product, code, onChoose }: FrequencyProps) {
  const options = product.availablePaymentFrequencyList.map(({ code: value, value1: label }) => ({
    value,
    label,
  }))
  if (options.length <= 1) {
    return (
      <Facts
        facts={[{ label: texts.paymentFrequency, value: product.currentPaymentFrequecyType }]}
      />
    )
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

/** The amount due and the due date; with a fee, the total. */
function Amounts({ product, chosen }: { product: Product; chosen: PaymentChoice }) {
  const { premium, adminFee, totalPremium } = periodCost(billingTerms(product), chosen)
  const isSame = chosen.frequencyCode === product.currentPaymentFrequecyCode
  const facts = [
    {
      label: texts.amountDue,
      value: <Money amount={isSame ? product.amountDue : decimalOf(premium)} />,
    },
  ]
  if (product.dueDate)
    facts.unshift({ label: texts.dueDate, value: <time>{product.dueDate}</time> })
  if (adminFee > 0) {
    facts.push(
      { label: texts.billingFee, value: <Money amount={decimalOf(adminFee)} /> },
      { label: texts.totalWithFee, value: <Money amount={decimalOf(totalPremium)} /> },
    )
  }
  return (
    <div className={styles.amounts} aria-live="polite">
      <Facts facts={facts} />
      <p className={styles.note}>* {isSame ? texts.forCurrentPeriod : texts.forChosenFrequency}</p>
      {product.disclaimer && <CleanHtml className={styles.note} html={product.disclaimer} />}
    </div>
  )
}
