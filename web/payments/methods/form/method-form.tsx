import { useEffect, useId, useRef } from "react"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { IdleNote } from "#web/identity/session/idle-note.tsx"
import { NotificationArea } from "#web/shell/notifications/notification-area.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { Button } from "../../../ui/button.tsx"
import { DialogActions } from "../../../ui/dialog.tsx"
import { BankPage } from "../../bank-page/bank-page.tsx"
import * as bankPageTexts from "../../texts.ts"
import * as texts from "../texts.ts"
import { AddressFields } from "./address-fields.tsx"
import { BankFields } from "./bank-fields.tsx"
import { NewCardFields, SavedCardFields } from "./card-fields.tsx"
import { KindChoice } from "./kind-choice.tsx"
import styles from "./method-form.module.css"
import { type MethodForm, type MethodFormOptions, useMethodForm } from "./use-method-form.ts"

/** The form of a payment method. The typed values stay if saving fails. */
export function MethodFormView(props: MethodFormOptions) {
  const { method, isFromPayNow, onCancel } = props
  const reasonId = useId()
  const methodForm = useMethodForm(props)
  const { form, draft, notices, busy, blocked, bankPage, change, chooseKind, save } = methodForm

  // The form stays mounted, with its typed values.
  const isAtBank = bankPage.address !== undefined
  const submitButton = useRef<HTMLButtonElement>(null)
  const wasAtBank = useRef(false)
  useEffect(() => {
    // The bank's page, which had the focus, is gone.
    if (wasAtBank.current && !isAtBank) submitButton.current?.focus()
    wasAtBank.current = isAtBank
  }, [isAtBank])
  return (
    <>
      {isAtBank && (
        <BankPage
          title={bankPageTexts.confirmCard}
          explanation={bankPageTexts.notSavedYet}
          address={bankPage.address}
          waiting={bankPageTexts.checkingAnswer}
          onReturn={bankPage.onReturn}
        >
          <DialogActions>
            <Button look="secondary" onClick={bankPage.onLeave}>
              {bankPageTexts.backToTheForm}
            </Button>
          </DialogActions>
        </BankPage>
      )}
      <form
        ref={form}
        hidden={isAtBank}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <NotificationArea messages={notices} onDismiss={methodForm.dismiss} />
        <CallHelp messages={notices} />
        <div className={styles.form}>
          {method ? (
            <p className={styles.header}>{method.paymentMethodHeader}</p>
          ) : (
            <KindChoice kind={draft.kind} onChoose={chooseKind} />
          )}
          <NumberFields methodForm={methodForm} method={method} />
          <AddressFields methodForm={methodForm} />
          {isFromPayNow && !method && (
            <Checkbox
              label={texts.rememberPaymentMethod}
              checked={draft.remember}
              onChange={(event) => change("remember", event.target.checked)}
            />
          )}
          {blocked && (
            <p className={styles.blocked} id={reasonId}>
              {blocked}
            </p>
          )}
        </div>
        <DialogActions>
          <Button
            ref={submitButton}
            type="submit"
            busy={busy && texts.saving}
            disabled={blocked !== ""}
            aria-describedby={blocked ? reasonId : undefined}
          >
            {method ? texts.saveChanges : texts.addPaymentMethod}
          </Button>
          <Button look="secondary" onClick={onCancel}>
            {texts.cancel}
          </Button>
        </DialogActions>
        <IdleNote />
      </form>
    </>
  )
}

interface NumberFieldsProps {
  methodForm: MethodForm
  method: PaymentMethod | undefined
}

/** The fields of the card or account. */
function NumberFields({ methodForm, method }: NumberFieldsProps) {
  if (method?.creditCard) {
    return <SavedCardFields methodForm={methodForm} card={method.creditCard} />
  }
  return (
    <>
      {!method && <NewCardFields methodForm={methodForm} />}
      {methodForm.draft.kind === "bank" && <BankFields methodForm={methodForm} isNew={!method} />}
    </>
  )
}
