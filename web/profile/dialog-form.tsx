import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import { Alert } from "../ui/alert.tsx"
import { Button } from "../ui/button.tsx"
import { DialogActions } from "../ui/dialog.tsx"
import styles from "./dialog-form.module.css"
import * as texts from "./texts.ts"

interface ChangeFormProps {
  form?: RefObject<HTMLFormElement | null>
  refusal: readonly Message[]
  busy: boolean
  ready: boolean
  onSend: () => void
  onCancel: () => void
  children: ReactNode
}

/** The form of each profile dialog: errors, fields, and two buttons. */
export function ChangeForm(props: ChangeFormProps) {
  const { form, refusal, busy, ready, onSend, onCancel, children } = props
  const said = useRef<HTMLDivElement>(null)

  // The pressed button is at the other end of a long form.
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
        </div>
      )}
      {children}
      <DialogActions>
        <Button look="secondary" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" disabled={!ready} busy={busy && texts.saving}>
          {texts.saveChanges}
        </Button>
      </DialogActions>
    </form>
  )
}
