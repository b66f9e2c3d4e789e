import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { Message } from "#contracts/messages.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { IdleNote } from "#web/identity/session/idle-note.tsx"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { DialogActions } from "#web/ui/dialog.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Refusal, wordsOf } from "../refusal.tsx"
import styles from "../staff.module.css"
import * as staffTexts from "../texts.ts"
import * as texts from "./texts.ts"
import { readAmount } from "./typed-amount.ts"

type Send = (options: { idempotencyKey: string }) => Promise<{ messages: Message[] }>

/** Sends a request with one key per intended action, the same for every retry. */
export function useMoneyRequest(onDone: () => void) {
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const { busy, refusal, clearRefusal, submit } = useDialogSubmit()
  return {
    busy,
    refusal,
    /** Call it when the person changes the request: an earlier refusal does not concern it. */
    renewKey() {
      setIdempotencyKey(crypto.randomUUID())
      clearRefusal()
    },
    send(work: Send) {
      void submit(async () => {
        const reply = await work({ idempotencyKey })
        clearNotifications()
        notify(reply.messages)
        onDone()
      })
    },
  }
}

/** What a request does, in plain words. */
interface Effect {
  /** The action in one sentence. */
  effect: ReactNode
  /** Its consequences. */
  details: ReactNode
  /** The label of the button that sends, with the amount. */
  confirm: ReactNode
}

interface MoneyFormProps {
  /** What the request is about: its name, and a fact about it. */
  about: ReactNode
  fact: ReactNode
  amountLabel: string
  amountHint: ReactNode
  reasonHint: string
  /** Decimal strings. */
  suggested: string
  most: string
  /** Fields and notes below the reason. `attempted`: whether the form was submitted. */
  more?: (attempted: boolean) => Elements
  /** Whether the fields of `more` are filled. */
  isComplete?: boolean
  /** Explains when another staff member has to approve. */
  approval: ReactNode
  effectOf: (amount: string) => Effect
  send: (entered: { amount: string; reason: string }) => Send
  onDone: () => void
  onClose: () => void
}

/** Asks for amount and reason, then explains the effect and asks to confirm it. */
export function MoneyForm(props: MoneyFormProps) {
  const { most, more = () => null, isComplete = true, approval, effectOf, onDone, onClose } = props
  const [typed, setTyped] = useState(props.suggested)
  const [reason, setReason] = useState("")
  const [attempted, setAttempted] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const { renewKey, send, ...sending } = useMoneyRequest(onDone)
  const { amount, error } = readAmount(typed, most)

  function check(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    setConfirming(amount !== undefined && reason.trim() !== "" && isComplete)
  }

  function changeAgain() {
    renewKey()
    setConfirming(false)
  }

  if (isConfirming && amount !== undefined) {
    return (
      <MoneyConfirm
        {...{ ...effectOf(amount), ...sending, reason, approval }}
        onBack={changeAgain}
        onConfirm={() => send(props.send({ amount, reason }))}
      />
    )
  }
  return (
    <form className={styles.form} noValidate onSubmit={check}>
      <p className={styles.whose}>
        <strong>{props.about}</strong>
        <span>{props.fact}</span>
      </p>
      <TextField
        label={props.amountLabel}
        inputMode="decimal"
        autoComplete="off"
        required
        hint={props.amountHint}
        error={attempted ? error : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ReasonField
        value={reason}
        hint={props.reasonHint}
        attempted={attempted}
        onChange={setReason}
      />
      {more(attempted)}
      <DialogActions>
        <Button type="submit">{texts.next}</Button>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
      <IdleNote />
    </form>
  )
}

interface ReasonFieldProps {
  value: string
  /** Explains who can read the reason. */
  hint: string
  /** Whether the form was submitted, so that a missing reason is an error. */
  attempted: boolean
  onChange: (reason: string) => void
}

/** The reason for a refund, credit, write-off or reversal. */
export function ReasonField({ value, hint, attempted, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label={staffTexts.reason}
      autoComplete="off"
      maxLength={200}
      required
      hint={hint}
      error={attempted && value.trim() === "" ? staffTexts.reasonMissing : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface MoneyConfirmProps extends Effect, Pick<MoneyFormProps, "approval"> {
  reason: string
  busy: boolean
  refusal: readonly Message[]
  onBack: () => void
  onConfirm: () => void
}

function MoneyConfirm(props: MoneyConfirmProps) {
  const { effect, details, reason, approval, confirm, busy, refusal, onBack, onConfirm } = props
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className={styles.form}>
      <p ref={first} tabIndex={-1}>
        <strong>{effect}</strong>
      </p>
      <p>{details}</p>
      <p className={styles.long}>{staffTexts.reasonIs(reason)}</p>
      <p className={styles.soft}>{approval}</p>
      <Refusal text={wordsOf(refusal)} />
      <DialogActions>
        <Button busy={busy && staffTexts.sending} onClick={onConfirm}>
          <span>{confirm}</span>
        </Button>
        <Button look="secondary" disabled={busy} onClick={onBack}>
          {staffTexts.back}
        </Button>
      </DialogActions>
    </div>
  )
}
