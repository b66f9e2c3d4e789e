import { type ReactNode, useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import { Button } from "#web/ui/button.tsx"
import { DialogActions } from "#web/ui/dialog.tsx"
import { Refusal, wordsOf } from "./refusal.tsx"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

interface MoneyConfirmProps {
  /** The action in one sentence. */
  effect: ReactNode
  /** Its consequences. */
  details: ReactNode
  reason: string
  /** Explains when another staff member has to approve. */
  approval: ReactNode
  /** The label of the button that sends, with the amount. */
  confirm: ReactNode
  busy: boolean
  refusal: readonly Message[]
  onBack: () => void
  onConfirm: () => void
}

/** Explains the effect of a refund, credit or write-off in plain words before it is sent. */
export function MoneyConfirm(props: MoneyConfirmProps) {
  const { effect, details, reason, approval, confirm, busy, refusal, onBack, onConfirm } = props
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className={styles.form}>
      <p ref={first} tabIndex={-1}>
        <strong>{effect}</strong>
      </p>
      <p>{details}</p>
      <p className={styles.long}>{texts.reasonIs(reason)}</p>
      <p className={styles.soft}>{approval}</p>
      <Refusal text={wordsOf(refusal)} />
      <DialogActions>
        <Button busy={busy && texts.sending} onClick={onConfirm}>
          <span>{confirm}</span>
        </Button>
        <Button look="secondary" disabled={busy} onClick={onBack}>
          {texts.back}
        </Button>
      </DialogActions>
    </div>
  )
}
