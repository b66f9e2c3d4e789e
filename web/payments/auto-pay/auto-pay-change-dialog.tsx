import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import type { Product } from "#contracts/products/shapes.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { useClient } from "#web/brands/init.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import type { Change } from "./auto-pay-change.ts"
import styles from "./auto-pay-change-dialog.module.css"
import { ChangeForm } from "./auto-pay-change-form.tsx"
import * as texts from "./texts.ts"
import { type Quotes, useQuotes } from "./use-quotes.ts"

export interface ChangeDialogProps {
  /** Null while it is closed. */
  product: Product | null
  user: StoredUser
  /** The current choice. */
  chosen: Partial<PaymentChoice>
  /** Why the change was rejected; empty if it was not. */
  refusal: readonly Message[]
  onChoose: (choice: Partial<PaymentChoice>) => void
  onAddMethod: () => void
  /** `quotes` are those that the person saw, as the server sent them. */
  onSave: (change: Change, quotes: Quotes) => void
  onClose: () => void
}

/** Asks how to pay for a product, starting with the current settings. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { product, onClose } = props
  return (
    <Dialog open={product !== null} title={texts.changeAutoPayOrFrequency} onClose={onClose}>
      {product && <ChangeOf {...props} product={product} />}
    </Dialog>
  )
}

function ChangeOf(props: ChangeDialogProps & { product: Product }) {
  const { product, user, refusal, onClose } = props
  const { client } = useClient()
  const customer = customerBody(user, client)
  const now = useQuotes(product, user)
  const saved = useQuery({
    queryKey: ["paymentMethods", "saved"],
    queryFn: ({ signal }) => call("POST /myaccount-core/paymentMethods", customer, { signal }),
    staleTime: 0,
  })
  const fresh = now.data?.activeProducts[0]
  const methods = saved.data?.paymentMethods
  const error = now.error ?? saved.error
  const messages = [...refusal, ...(error ? messagesOf(error) : [])]
  return (
    <>
      <div className={styles.messages} role="alert">
        {messages.map(({ messageId, type, content }) => (
          <Alert key={messageId} tone={type === "INFO" ? "info" : "warning"} content={content} />
        ))}
        <CallHelp messages={messages} />
      </div>
      {now.data && fresh && methods ? (
        <ChangeForm
          {...props}
          product={fresh}
          methods={methods}
          quotes={now.data.chargeQuotes}
          planned={now.data.nextCharge}
          today={now.data.currentDate}
          onSave={(change) => now.data && props.onSave(change, now.data)}
        />
      ) : error ? (
        <DialogActions>
          <Button onClick={() => void Promise.all([now.refetch(), saved.refetch()])}>
            {texts.tryAgain}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
        </DialogActions>
      ) : (
        <FormLoading />
      )}
    </>
  )
}

function FormLoading() {
  return (
    <div className={styles.loading}>
      <LoadingText text={texts.loadingProduct} />
      <Skeleton />
      <Skeleton shape="short-line" />
      <Skeleton shape="button" />
      <Skeleton shape="button" />
    </div>
  )
}
