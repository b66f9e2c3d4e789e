import { useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import type { StaffPayment } from "#contracts/staff/refunds.ts"
import { Button } from "#web/ui/button.tsx"
import { DialogActions } from "#web/ui/dialog.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import styles from "../staff.module.css"
import * as texts from "./texts.ts"

interface RefundConfirmProps {
  payment: StaffPayment
  /** A decimal text. */
  amount: string
  reason: string
  reopens: boolean
  approvalAbove: string
  busy: boolean
  refusal: readonly Message[]
  onBack: () => void
  onConfirm: () => void
}

/** The effect of a refund in plain words, before it is sent. */
export function RefundConfirm(props: RefundConfirmProps) {
  const { payment, reason, reopens, approvalAbove, busy, refusal, onBack, onConfirm } = props
  const amount = moneyText(props.amount)
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className={styles.form}>
      <p ref={first} tabIndex={-1}>
        <strong>{texts.refundEffect(amount, payment.paymentMethod)}</strong>
      </p>
      <p>{reopens ? texts.reopened : texts.staysPaid}</p>
      <p className={styles.long}>{texts.reasonIs(reason)}</p>
      <p className={styles.soft}>{texts.needsApproval(moneyText(approvalAbove))}</p>
      <div className={styles.refusal} role="alert">
        {refusal.length > 0 && (
          <CleanHtml html={refusal.flatMap(({ content }) => content).join(" ")} />
        )}
      </div>
      <DialogActions>
        <Button look="secondary" disabled={busy} onClick={onBack}>
          {texts.back}
        </Button>
        <Button busy={busy && texts.sending} onClick={onConfirm}>
          {texts.sendRefund(amount)}
        </Button>
      </DialogActions>
    </div>
  )
}
