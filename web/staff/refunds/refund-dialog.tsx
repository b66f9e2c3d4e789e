import { type FormEvent, useState } from "react"
import type { StaffPayment } from "#contracts/staff/refunds.ts"
import { call } from "#web/calls/api.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import styles from "../staff.module.css"
import { typedAmount } from "../typed-amount.ts"
import * as texts from "./texts.ts"

interface RefundDialogProps {
  /** Null while none is chosen. */
  payment: StaffPayment | null
  approvalAbove: string
  onDone: () => void
  onClose: () => void
}

export function RefundDialog({ payment, ...rest }: RefundDialogProps) {
  return (
    <Dialog open={payment !== null} title={texts.refundDialog} onClose={rest.onClose}>
      {payment && <RefundForm payment={payment} {...rest} />}
    </Dialog>
  )
}

const choices = [
  { value: "credit", label: texts.creditOption },
  { value: "reopen", label: texts.reopenOption },
]

function RefundForm({
  payment,
  approvalAbove,
  onDone,
  onClose,
}: RefundDialogProps & { payment: StaffPayment }) {
  const { refundableAmount: left, paymentAmount, paymentMethod, confirmationNumber } = payment
  const [amount, setAmount] = useState(left)
  const [reason, setReason] = useState("")
  const [choice, setChoice] = useState("credit")
  const [attempted, setAttempted] = useState(false)
  // One intention, however often it is sent.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { busy, refusal, submit } = useDialogSubmit()
  const refundAmount = typedAmount(amount, left)

  function send(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    if (refundAmount === undefined || reason.trim() === "" || busy) return
    const body = { confirmationNumber, refundAmount, reason, reopens: choice === "reopen" }
    void submit(async () => {
      const reply = await call("POST /myaccount-core/agent/refunds", body, { idempotencyKey })
      clearNotifications()
      notify(reply.messages)
      onDone()
    })
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <p className={styles.whose}>
        <strong>{texts.goesTo(moneyText(paymentAmount), paymentMethod)}</strong>
        <span>
          {payment.productDesc}, {payment.policyNumber}, {payment.paymentDate}
        </span>
      </p>
      <TextField
        label={texts.refundAmount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        required
        hint={texts.atMost(moneyText(left))}
        error={
          attempted && refundAmount === undefined ? texts.amountWrong(moneyText(left)) : undefined
        }
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label={texts.reason}
        autoComplete="off"
        maxLength={200}
        required
        hint={texts.reasonHint}
        error={attempted && reason.trim() === "" ? texts.reasonMissing : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <SelectField
        label={texts.afterRefund}
        options={choices}
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      />
      <p className={styles.soft}>
        {choice === "reopen" ? texts.reopenExplained : texts.creditExplained}
      </p>
      <p className={styles.soft}>{texts.needsApproval(moneyText(approvalAbove))}</p>
      <div className={styles.refusal} role="alert">
        {refusal.length > 0 && (
          <CleanHtml html={refusal.flatMap(({ content }) => content).join(" ")} />
        )}
      </div>
      <DialogActions>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={busy && texts.sending}>
          {texts.sendRefund(refundAmount === undefined ? "" : moneyText(refundAmount))}
        </Button>
      </DialogActions>
    </form>
  )
}
