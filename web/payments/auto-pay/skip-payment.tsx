import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import { ChargeNotes } from "../center/next-charge.tsx"
import styles from "./charge-parts.module.css"
import { LoadingDialog } from "./loading-dialog.tsx"
import * as texts from "./texts.ts"
import { staleAfterChange, useQuotes } from "./use-quotes.ts"

interface SkipPaymentProps {
  /** Null while nothing is skipped. */
  product: Product | null
  user: StoredUser
  onClose: () => void
}

/** Skips the next debit of auto pay of a product. */
export function SkipPayment({ product, user, onClose }: SkipPaymentProps) {
  const { data, error, refetch } = useQuotes(product, user)
  const now = data?.activeProducts[0]
  const quote = data?.nextCharge
  const isLoaded = product !== null && now !== undefined
  return (
    <>
      <LoadingDialog
        open={product !== null && !isLoaded}
        title={texts.skipThisPayment}
        messages={error ? messagesOf(error) : []}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
      <Dialog open={isLoaded} title={texts.skipThisPayment} onClose={onClose}>
        {isLoaded && quote?.canSkip !== "Y" && (
          <NothingToSkip
            text={quote ? texts.tooLateToSkip : texts.nothingToSkip}
            onClose={onClose}
          />
        )}
        {isLoaded && quote?.canSkip === "Y" && (
          <Confirmation
            product={now}
            quote={quote}
            user={user}
            onRetry={() => void refetch()}
            onClose={onClose}
          />
        )}
      </Dialog>
    </>
  )
}

function NothingToSkip({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div className={styles.confirmation}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={onClose}>{texts.closeDialog}</Button>
      </DialogActions>
    </div>
  )
}

interface ConfirmationProps {
  product: Product
  quote: PlannedCharge
  user: StoredUser
  onRetry: () => void
  onClose: () => void
}

function Confirmation({ product, quote, user, onRetry, onClose }: ConfirmationProps) {
  const { client } = useClient()
  const queries = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<readonly Message[]>([])
  const { dueDate, dueDates, paymentAmount } = quote

  async function skip() {
    clearNotifications()
    setSending(true)
    try {
      const { messages } = await call("PUT /myaccount-core/autoPay/skip", {
        ...customerBody(user, client),
        policyNumber: product.policyNumber,
        hostName: location.hostname,
        chargeDate: dueDate,
      })
      onClose()
      await Promise.all(
        staleAfterChange.map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
      notify(messages)
    } catch (reason) {
      setRefusal(messagesOf(reason))
      onRetry()
    } finally {
      setSending(false)
    }
  }

  return (
    <div className={styles.confirmation}>
      <div className={styles.parts}>
        <Facts
          facts={[
            { label: texts.product, value: product.productDesc },
            { label: texts.chargeDate, value: <time>{dueDate}</time> },
            { label: texts.amount, value: <Money amount={paymentAmount} /> },
            { label: texts.autoPayMethod, value: product.currentPaymentMethod },
          ]}
        />
      </div>
      <ChargeNotes charge={quote} />
      <p>{texts.notCharged(dueDate)}</p>
      <p>{texts.staysDue(new Intl.ListFormat("en-US").format(dueDates))}</p>
      <p>{texts.laterBills}</p>
      <div role="alert">
        {refusal.map(({ messageId, content }) => (
          <Alert key={messageId} tone="info" content={content} />
        ))}
      </div>
      <DialogActions>
        <Button busy={isSending && texts.sendingYourChange} onClick={() => void skip()}>
          {texts.skipThisPayment}
        </Button>
        <Button look="secondary" disabled={isSending} onClick={onClose}>
          {texts.keepThisPayment}
        </Button>
      </DialogActions>
    </div>
  )
}
