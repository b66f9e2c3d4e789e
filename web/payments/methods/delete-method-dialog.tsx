import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { NotificationArea } from "#web/shell/notifications/notification-area.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog, DialogActions } from "../../ui/dialog.tsx"
import styles from "./delete-method-dialog.module.css"
import * as texts from "./texts.ts"
import { useTakeMethods } from "./use-payment-methods.ts"

interface DeleteMethodDialogProps {
  user: StoredUser
  /** Null while the dialog is closed. */
  method: PaymentMethod | null
  /** Its name in the list; undefined if the list has lost it. */
  name: string | undefined
  onClose: () => void
  onDeleted: (methods: PaymentMethod[], messages: Message[]) => void
}

/** Asks for confirmation before a method is deleted and its auto pay ends. */
export function DeleteMethodDialog(props: DeleteMethodDialogProps) {
  const { method, onClose } = props
  return (
    <Dialog open={method !== null} title={texts.deletePaymentMethod} onClose={onClose}>
      {method && <Question {...props} method={method} />}
    </Dialog>
  )
}

function Question({
  user,
  method,
  name = method.paymentMethodHeader,
  onClose,
  onDeleted,
}: DeleteMethodDialogProps & { method: PaymentMethod }) {
  const { client } = useClient()
  const takeMethods = useTakeMethods()
  const { disable, message } = method.managePaymentMethodOption.deletePaymentMethodConfirmation
  const { busy, refusal, submit } = useDialogSubmit()
  // The server also requires confirmation if auto pay was set up after the list was loaded.
  const isAsked = message !== "" || refusal.some(({ messageId }) => messageId === onAutoPay)

  async function remove() {
    const { paymentMethods, messages } = await call("POST /myaccount-core/paymentMethod/delete", {
      ...customerBody(user, client),
      recordId: method.paymentRecordId,
      methodType: method.bankAccount?.paymentType ?? "CreditCard",
      endAutoPay: isAsked ? "Y" : "N",
    })
    takeMethods(paymentMethods, { isFromPayNow: false })
    onDeleted(paymentMethods, messages)
  }

  return (
    <>
      <NotificationArea messages={refusal} />
      <CallHelp messages={refusal} />
      <div className={styles.question}>
        <p>
          <strong>{name}</strong>
          {texts.willBeDeleted}
        </p>
        {message && <p className={styles.autoPay}>{message}</p>}
      </div>
      <DialogActions>
        <Button
          look="danger"
          busy={busy && texts.deleting}
          disabled={disable === "Y"}
          onClick={() => void submit(remove)}
        >
          {texts.deleteMethod}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </>
  )
}

const onAutoPay = "paymentMethod.onAutoPay"
