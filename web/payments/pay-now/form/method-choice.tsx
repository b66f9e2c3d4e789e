import { useEffect, useId, useRef } from "react"
import { addNewRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { usePausedReason } from "#web/shell/account-system/while-away.ts"
import { Button } from "#web/ui/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import { methodOptions } from "../../method-option.ts"
import { addMethodOption, useWhyNotAdd } from "../../methods/staff-rule.ts"
import { UnverifiedNotes } from "../../unverified-notes.tsx"
import * as texts from "../texts.ts"
import styles from "./method-choice.module.css"

interface MethodChoiceProps {
  methods: readonly PaymentMethod[] | undefined
  additions: number
  method: PaymentMethod | undefined
  onChoose: (recordId: string) => void
  onAdd: () => void
  onEdit: (method: PaymentMethod) => void
}

/** Lets the person choose the payment method. */
export function MethodChoice(props: MethodChoiceProps) {
  const { methods, additions, method, onChoose, onAdd, onEdit } = props
  const reasonId = useId()
  const blocked = useWhyNotAdd()
  const select = useRef<HTMLSelectElement>(null)
  // When the first method is added, the button that opened the form disappears.
  useEffect(() => {
    if (additions > 0) select.current?.focus()
  }, [additions])
  if (!methods) return null
  if (methods.length === 0) {
    return (
      <div className={styles.choice}>
        <div>
          <p className={styles.none}>{texts.noMethods}</p>
          <p>{texts.addOneToPay}</p>
        </div>
        <Button
          disabled={blocked !== ""}
          aria-describedby={blocked ? reasonId : undefined}
          onClick={onAdd}
        >
          {texts.addPaymentMethod}
        </Button>
        {blocked && (
          <p className={styles.reason} id={reasonId}>
            {blocked}
          </p>
        )}
      </div>
    )
  }
  const saved = methodOptions(methods)
  return (
    <div className={styles.choice}>
      <SelectField
        ref={select}
        label={texts.paymentMethod}
        value={method?.paymentRecordId ?? ""}
        {...(!method && { placeholder: texts.chooseMethod })}
        options={[...saved, addMethodOption()]}
        onChange={({ target }) =>
          target.value === addNewRecordId ? onAdd() : onChoose(target.value)
        }
      />
      <UnverifiedNotes methods={methods} chosen={method} />
      {method && <EditLink method={method} onEdit={onEdit} />}
    </div>
  )
}

/**
 * Opens the method's form. Disabled with a reason if the method cannot be changed; hidden if there
 * is no reason.
 */
function EditLink({
  method,
  onEdit,
}: { method: PaymentMethod } & Pick<MethodChoiceProps, "onEdit">) {
  const reasonId = useId()
  const { disable, message } = method.managePaymentMethodOption.editPaymentMethod
  const paused = usePausedReason()
  const isBlocked = disable === "Y" || paused !== ""
  const reason = disable === "Y" ? message : paused
  if (isBlocked && reason === "") return null
  return (
    <div>
      <TextButton
        alone
        disabled={isBlocked}
        aria-describedby={isBlocked ? reasonId : undefined}
        onClick={() => onEdit(method)}
      >
        {texts.editMethod}
      </TextButton>
      {isBlocked && (
        <p className={styles.reason} id={reasonId}>
          {reason}
        </p>
      )}
    </div>
  )
}
