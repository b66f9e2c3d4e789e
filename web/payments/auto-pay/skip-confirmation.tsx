import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { flushSync } from "react-dom"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import { centsOf, dollarsOf } from "#contracts/money.ts"
import { skippedBillsText } from "#contracts/payments/other-bills.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import type { Product } from "#contracts/products/shapes.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { Day, useDayText } from "#web/brands/day.ts"
import { useClient } from "#web/brands/init.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { DialogActions } from "#web/ui/dialog.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import { CarriedNote } from "../center/next-charge.tsx"
import styles from "./charge-parts.module.css"
import * as texts from "./texts.ts"
import { staleAfterChange } from "./use-quotes.ts"

interface SkipConfirmationProps {
  product: Product
  quote: PlannedCharge
  user: StoredUser
  onRetry: () => void
  onClose: () => void
}

/** Names the charge to skip and the bills that stay due, and asks to confirm. */
export function SkipConfirmation(props: SkipConfirmationProps) {
  const { product, quote, user, onRetry, onClose } = props
  const { client } = useClient()
  const queries = useQueryClient()
  const dayText = useDayText()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<readonly Message[]>([])
  const { dueDate, dueDates, paymentAmount, deferredAmount } = quote
  const rise = centsOf(deferredAmount)
  const bills = dueDates.map((day) => {
    const open = product.dueAmounts.find((one) => one.dueDate === day)
    const amount = open ? centsOf(open.amount) : null
    return { dueDate: day, amount, isPastDue: open?.isPastDue === "Y" }
  })

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
      // In a separate render, so that a screen reader announces the same error again.
      flushSync(() => setRefusal([]))
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
            { label: texts.chargeDate, value: <Day of={dueDate} /> },
            {
              label: rise > 0 ? texts.announcedAmount : texts.amount,
              value: <Money amount={paymentAmount} />,
            },
            { label: texts.autoPayMethod, value: product.currentPaymentMethod },
          ]}
        />
      </div>
      <CarriedNote charge={quote} />
      <p>{texts.notCharged(dayText(dueDate))}</p>
      {rise > 0 && <p>{texts.roseSince(dollarsOf(rise))}</p>}
      <p>{skippedBillsText(bills, dayText)}</p>
      <p>{texts.forExample}</p>
      <p>{texts.laterBills}</p>
      <div role="alert">
        {refusal.map(({ messageId, content }) => (
          <Alert key={messageId} tone="info" content={content} />
        ))}
        <CallHelp messages={refusal} />
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
