import { type FormEvent, useState } from "react"
import { call } from "#web/calls/api.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { IdleNote } from "#web/identity/session/idle-note.tsx"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { listed, words } from "#web/ui/text/translate.ts"
import { MoneyConfirm } from "../money-confirm.tsx"
import { ReasonField } from "../reason-field.tsx"
import styles from "../staff.module.css"
import { readAmount } from "../typed-amount.ts"
import { type ChosenCorrection, effectOf } from "./correction-effect.ts"
import * as texts from "./texts.ts"

interface CorrectionDialogProps {
  /** Null while the dialog is closed. */
  chosen: ChosenCorrection | null
  client: string
  accountNumber: string
  approvalAbove: string
  onDone: () => void
  onClose: () => void
}

/** Asks for amount and reason, then explains the effect and asks to confirm it. */
export function CorrectionDialog({ chosen, ...rest }: CorrectionDialogProps) {
  const title = chosen?.bill ? texts.writeOffDialog : texts.creditDialog
  return (
    <Dialog open={chosen !== null} title={title} onClose={rest.onClose}>
      {chosen && <CorrectionForm chosen={chosen} {...rest} />}
    </Dialog>
  )
}

function CorrectionForm({
  chosen,
  client,
  accountNumber,
  approvalAbove,
  onDone,
  onClose,
}: CorrectionDialogProps & { chosen: ChosenCorrection }) {
  const { product, bill } = chosen
  const most = bill?.mostToWriteOff ?? product.mostToCredit
  const [typed, setTyped] = useState(bill?.mostToWriteOff ?? "")
  const [reason, setReason] = useState("")
  const [attempted, setAttempted] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  // One key per intended action, the same for every retry.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const { busy, refusal, submit } = useDialogSubmit()
  const { amount, error } = readAmount(typed, most)

  function check(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    setConfirming(amount !== undefined && reason.trim() !== "")
  }

  function changeAgain() {
    setIdempotencyKey(crypto.randomUUID())
    setConfirming(false)
  }

  function send(sent: string) {
    const kind = bill ? ("writeOff" as const) : ("credit" as const)
    const { policyNumber } = product
    const billNumber = bill?.billNumber ?? null
    const of = { customerClient: client, accountNumber }
    const body = { ...of, policyNumber, kind, billNumber, amount: sent, reason }
    void submit(async () => {
      const reply = await call("POST /myaccount-core/agent/corrections", body, { idempotencyKey })
      clearNotifications()
      notify(reply.messages)
      onDone()
    })
  }

  if (isConfirming && amount !== undefined) {
    const [effect, ...more] = effectOf(chosen, amount)
    const confirm = bill ? texts.confirmWriteOff : texts.confirmCredit
    return (
      <MoneyConfirm
        effect={effect}
        details={listed([...more, words(texts.canBeTakenBack)], " ")}
        approval={texts.needsApproval(moneyText(approvalAbove))}
        confirm={confirm(moneyText(amount))}
        {...{ reason, busy, refusal }}
        onBack={changeAgain}
        onConfirm={() => send(amount)}
      />
    )
  }
  return (
    <form className={styles.form} noValidate onSubmit={check}>
      <p className={styles.whose}>
        <strong>{texts.productOf(product.productDesc, product.policyNumber)}</strong>
        <span>
          {bill
            ? texts.billOwes(bill.dueDate, moneyText(bill.owed))
            : texts.owes(moneyText(product.owed))}
        </span>
      </p>
      <IdleNote />
      <TextField
        label={texts.amount}
        inputMode="decimal"
        autoComplete="off"
        required
        hint={texts.atMost(moneyText(most))}
        error={attempted ? error : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ReasonField
        value={reason}
        hint={texts.reasonHint}
        attempted={attempted}
        onChange={setReason}
      />
      <DialogActions>
        <Button type="submit">{texts.next}</Button>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </form>
  )
}
