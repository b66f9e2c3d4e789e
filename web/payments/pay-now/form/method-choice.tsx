import { addNewLabel, addNewRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { Button } from "#web/ui/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { methodOption } from "../../method-option.ts"
import { UnverifiedNotes } from "../../unverified-notes.tsx"
import styles from "./method-choice.module.css"
import * as texts from "./texts.ts"

interface MethodChoiceProps {
  methods: readonly PaymentMethod[] | undefined
  method: PaymentMethod | undefined
  isLoading: boolean
  onChoose: (recordId: string) => void
  onAdd: () => void
  onEdit: (method: PaymentMethod) => void
}

/** The choice of the payment method. */
export function MethodChoice(props: MethodChoiceProps) {
  const { methods, method, isLoading, onChoose, onAdd, onEdit } = props
  if (isLoading) return <MethodLoading />
  if (!methods) return null
  if (methods.length === 0) {
    return (
      <div className={styles.choice}>
        <p>{texts.noMethods}</p>
        <Button onClick={onAdd}>{texts.addPaymentMethod}</Button>
      </div>
    )
  }
  const saved = methods.map(methodOption)
  return (
    <div className={styles.choice}>
      <SelectField
        label={texts.paymentMethod}
        value={method?.paymentRecordId ?? ""}
        {...(!method && { placeholder: texts.chooseMethod })}
        options={[...saved, { value: addNewRecordId, label: addNewLabel }]}
        onChange={({ target }) =>
          target.value === addNewRecordId ? onAdd() : onChoose(target.value)
        }
      />
      <UnverifiedNotes methods={methods} chosen={method} />
      {method?.managePaymentMethodOption.editPaymentMethod.disable === "N" && (
        <TextButton alone onClick={() => onEdit(method)}>
          {texts.editMethod}
        </TextButton>
      )}
    </div>
  )
}

function MethodLoading() {
  return (
    <div className={styles.loading}>
      <VisuallyHidden>
        <span role="status">{texts.loadingMethods}</span>
      </VisuallyHidden>
      <Skeleton shape="short-line" />
      <Skeleton shape="button" />
    </div>
  )
}
