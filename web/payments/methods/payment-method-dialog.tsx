import { useQueryClient } from "@tanstack/react-query"
import type { Message } from "#contracts/messages.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { useUser } from "#web/identity/session/session.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { MethodFormView } from "./form/method-form.tsx"
import * as texts from "./texts.ts"
import { useTakeMethods } from "./use-payment-methods.ts"

interface PaymentMethodDialogProps {
  open: boolean
  /** The method to edit; without it, the form adds one. */
  method?: PaymentMethod | undefined
  /** Set if the dialog opens from a payment, which can use the method without saving it. */
  origin?: "paynow"
  onClose: () => void
  /**
   * `methods` is the new list, with a new method first. Screens that list methods already show it.
   */
  onSaved: (methods: PaymentMethod[], messages: Message[]) => void
}

/** Adds a payment method, or edits one. */
export default function PaymentMethodDialog(props: PaymentMethodDialogProps) {
  const { open, method, origin, onClose, onSaved } = props
  const user = useUser()
  const takeMethods = useTakeMethods()
  const queries = useQueryClient()
  const isFromPayNow = origin === "paynow"

  function saved(methods: PaymentMethod[], messages: Message[]) {
    takeMethods(methods, { isFromPayNow })
    onSaved(methods, messages)
  }

  /** The messages for a method that was deleted in another window. */
  function gone({ paymentMethodHeader }: PaymentMethod) {
    void queries.invalidateQueries({ queryKey: ["paymentMethods"] })
    onClose()
    const content = [texts.deletedMeanwhile(paymentMethodHeader)]
    notify([{ type: "INFO", messageId: "paymentMethod.gone", content }])
  }

  return (
    <Dialog
      open={open}
      title={method ? texts.editPaymentMethod : texts.addPaymentMethod}
      onClose={onClose}
    >
      {user && (
        <MethodFormView
          user={user}
          method={method}
          isFromPayNow={isFromPayNow}
          onCancel={onClose}
          onSaved={saved}
          onGone={gone}
        />
      )}
    </Dialog>
  )
}
