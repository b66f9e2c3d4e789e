import { type FormEvent, useState } from "react"
import type { StaffPayment } from "#contracts/staff/money.ts"
import { call } from "#web/calls/api.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { IdleNote } from "#web/identity/session/idle-note.tsx"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { MoneyConfirm } from "../money-confirm.tsx"
import { ReasonField } from "../reason-field.tsx"
import styles from "../staff.module.css"
import { readAmount } from "../typed-amount.ts"
import * as texts from "./texts.ts"

interface RefundDialogProps {
  /** The client of the payment. */
  client: string
  /** Null while the dialog is closed. */
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
  client,
  payment,
  approvalAbove,
  onDone,
  onClose,
}: RefundDialogProps & { payment: StaffPayment }) {
  const { refundableAmount: left, paymentAmount, paymentMethod, confirmationNumber } = payment
  const [amount, setAmount] = useState(left)
  const [reason, setReason] = useState("")
  const [choice, setChoice] = useState("")
  const [attempted, setAttempted] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  // One key per intended action, the same for every retry.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const { busy, refusal, submit } = useDialogSubmit()
  const { amount: refundAmount, error } = readAmount(amount, left)

  const reopens = choice === "reopen"

  function check(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    setConfirming(refundAmount !== undefined && reason.trim() !== "" && choice !== "")
  }

  function changeAgain() {
    setIdempotencyKey(crypto.randomUUID())
    setConfirming(false)
  }

  function send(sent: string) {
    const body = {
      customerClient: client,
      confirmationNumber,
      refundAmount: sent,
      reason,
      reopens,
    }
    void submit(async () => {
      const reply = await call("POST /myaccount-core/agent/refunds", body, { idempotencyKey })
      clearNotifications()
      notify(reply.messages)
      onDone()
    })
  }

  if (isConfirming && refundAmount !== undefined) {
    return (
      <MoneyConfirm
        effect={texts.refundEffect(moneyText(refundAmount), paymentMethod)}
        details={reopens ? texts.reopened : texts.staysPaid}
        approval={texts.needsApproval(moneyText(approvalAbove))}
        confirm={texts.sendRefund(moneyText(refundAmount))}
        {...{ reason, busy, refusal }}
        onBack={changeAgain}
        onConfirm={() => send(refundAmount)}
      />
    )
  }
  return (
    <form className={styles.form} noValidate onSubmit={check}>
      <p className={styles.whose}>
        <strong>{texts.goesTo(moneyText(paymentAmount), paymentMethod)}</strong>
        <span>
          <span translate="no">{`${payment.productDesc},`}</span>{" "}
          <span translate="no">{`${payment.policyNumber}, ${payment.paymentDate}`}</span>
        </span>
      </p>
      <IdleNote />
      <TextField
        label={texts.refundAmount}
        inputMode="decimal"
        autoComplete="off"
        required
        hint={texts.atMost(moneyText(left))}
        error={attempted ? error : undefined}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <ReasonField
        value={reason}
        hint={texts.reasonHint}
        attempted={attempted}
        onChange={setReason}
      />
      <SelectField
        label={texts.afterRefund}
        options={choices}
        placeholder={texts.choose}
        required
        error={attempted && choice === "" ? texts.choiceMissing : undefined}
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      />
      {choice !== "" && (
        <p className={styles.soft}>{reopens ? texts.reopenExplained : texts.creditExplained}</p>
      )}
      {payment.paymentMethodKind === "bank" && <p>{texts.bankRefund}</p>}
      <p className={styles.soft}>{texts.needsApproval(moneyText(approvalAbove))}</p>
      <DialogActions>
        <Button type="submit">{texts.next}</Button>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </form>
  )
}
