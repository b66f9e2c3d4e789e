import { type FormEvent, useState } from "react"
import { call } from "#web/calls/api.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { IdleNote } from "#web/identity/session/idle-note.tsx"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { ReasonField } from "../reason-field.tsx"
import { Refusal, wordsOf } from "../refusal.tsx"
import styles from "../staff.module.css"
import { sending } from "../texts.ts"
import * as texts from "./texts.ts"

/** A posted credit or write-off, a refund that left its bill paid, or a payment to release. */
export interface ChosenReversal {
  of: "correction" | "refund" | "payment"
  id: string
  kind: keyof typeof texts.reversalEffect
  /** A decimal string. */
  amount: string
}

interface ReversalDialogProps {
  /** Null while the dialog is closed. */
  chosen: ChosenReversal | null
  approvalAbove: string
  onDone: () => void
  onClose: () => void
}

/** Explains the effect of a reversal, and asks for the reason. */
export function ReversalDialog({ chosen, ...rest }: ReversalDialogProps) {
  const titles = {
    correction: texts.reversalDialog,
    refund: texts.openBillDialog,
    payment: texts.releaseDialog,
  }
  const title = titles[chosen?.of ?? "correction"]
  return (
    <Dialog open={chosen !== null} title={title} onClose={rest.onClose}>
      {chosen && <ReversalForm chosen={chosen} {...rest} />}
    </Dialog>
  )
}

function ReversalForm({
  chosen,
  approvalAbove,
  onDone,
  onClose,
}: ReversalDialogProps & { chosen: ChosenReversal }) {
  const { of, id, kind } = chosen
  const amount = moneyText(chosen.amount)
  const [reason, setReason] = useState("")
  const [attempted, setAttempted] = useState(false)
  // One key per intended action, the same for every retry.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const { busy, refusal, submit } = useDialogSubmit()

  function send(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    if (reason.trim() === "") return
    const body = { of, id, reason }
    void submit(async () => {
      const reply = await call("POST /myaccount-core/agent/reversals", body, { idempotencyKey })
      clearNotifications()
      notify(reply.messages)
      onDone()
    })
  }

  function changeReason(text: string) {
    setReason(text)
    setIdempotencyKey(crypto.randomUUID())
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <p>
        <strong>{texts.reversalEffect[kind](amount)}</strong>
      </p>
      <p>{`${of === "payment" ? texts.releaseOnlyIf : texts.owedAgain} ${texts.cannotUndo}`}</p>
      <IdleNote />
      <ReasonField
        value={reason}
        hint={texts.reasonHint}
        attempted={attempted}
        onChange={changeReason}
      />
      {of !== "payment" && (
        <p className={styles.soft}>{texts.needsApproval(moneyText(approvalAbove))}</p>
      )}
      <Refusal text={wordsOf(refusal)} />
      <DialogActions>
        <Button type="submit" busy={busy && sending}>
          <span>{texts.confirmReversal[of](amount)}</span>
        </Button>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </form>
  )
}
