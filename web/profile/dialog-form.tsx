import { type FormEvent, type RefObject, useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { IdleNote } from "#web/identity/session/idle-note.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { areMissing, type Steps, StillMissing } from "../forms/still-missing.tsx"
import { Alert } from "../ui/alert.tsx"
import { Button } from "../ui/button.tsx"
import { DialogActions } from "../ui/dialog.tsx"
import styles from "./dialog-form.module.css"
import * as texts from "./texts.ts"

interface ChangeFormProps {
  form?: RefObject<HTMLFormElement | null>
  refusal: readonly Message[]
  busy: boolean
  /** Remaining steps that block the submission. Default: none. */
  steps?: Steps
  onSend: () => void
  onCancel: () => void
  children: Elements
}

/** The form of each profile dialog: errors, fields, and two buttons. */
export function ChangeForm(props: ChangeFormProps) {
  const { form, refusal, busy, steps = [], onSend, onCancel, children } = props
  const ready = !areMissing(steps)
  const said = useRef<HTMLDivElement>(null)

  // Focuses the error, because the pressed button is at the other end of a long form.
  useEffect(() => {
    if (refusal.length > 0) said.current?.focus()
  }, [refusal])

  function send(event: FormEvent) {
    event.preventDefault()
    if (ready) onSend()
  }
  return (
    <form className={styles.form} ref={form} noValidate onSubmit={send}>
      {refusal.length > 0 && (
        <div ref={said} tabIndex={-1}>
          <Alert tone="warning" content={refusal.flatMap(({ content }) => content)} />
          <CallHelp messages={refusal} />
        </div>
      )}
      {children}
      <DialogActions>
        <Button type="submit" disabled={!ready} busy={busy && texts.saving}>
          {texts.saveChanges}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </DialogActions>
      <StillMissing steps={steps} />
      <IdleNote />
    </form>
  )
}
