import { useRef, useState } from "react"
import { passwordMaxLength } from "#contracts/identity/credential-lengths.ts"
import { isSamePassword, passwordSameText } from "#contracts/identity/password-rules.ts"
import type { Message } from "#contracts/messages.ts"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import { NewPassword } from "#web/forms/new-password.tsx"
import { passwordStep } from "#web/forms/still-missing.tsx"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Dialog } from "#web/ui/dialog.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { ChangeForm } from "../dialog-form.tsx"
import { profileErrors } from "../profile-errors.ts"
import * as texts from "../texts.ts"

interface PasswordDialogProps {
  open: boolean
  /** Identifies the account to password managers. */
  username: string
  /** Sends both passwords and returns the messages to show. Errors: those of the call. */
  onChange: (passwords: { currentPassword: string; password: string }) => Promise<Message[]>
  onClose: () => void
}

/** Changes the password of a customer or of a staff member. */
export function PasswordDialog({ open, ...form }: PasswordDialogProps) {
  return (
    <Dialog open={open} title={texts.changePassword} onClose={form.onClose}>
      <PasswordForm {...form} />
    </Dialog>
  )
}

function PasswordForm({ username, onChange, onClose }: Omit<PasswordDialogProps, "open">) {
  const [current, setCurrent] = useState("")
  const [hasLeft, setHasLeft] = useState(false)
  const [passwords, setPasswords] = useState({ password: "", confirmation: "" })
  const [isSame, setIsSame] = useState(false)
  const { busy, refusal, submit } = useDialogSubmit(profileErrors)
  const form = useRef<HTMLFormElement>(null)

  async function change() {
    clearNotifications()
    const { password } = passwords
    notify(await onChange({ currentPassword: current, password }))
    onClose()
  }

  function start() {
    const repeats = isSamePassword(current, passwords.password)
    setIsSame(repeats)
    if (repeats) form.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
    else void submit(change)
  }

  return (
    <ChangeForm
      form={form}
      refusal={refusal}
      busy={busy}
      steps={[isBlank(current) && texts.enterOldPassword, passwordStep(passwords)]}
      onSend={start}
      onCancel={onClose}
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={texts.oldPassword}
        name="currentPassword"
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        required
        value={current}
        error={hasLeft && isBlank(current) ? requiredText : undefined}
        onChange={(event) => {
          setCurrent(event.target.value)
          setIsSame(false)
        }}
        onBlur={() => setHasLeft(true)}
      />
      <NewPassword
        labels={{ password: texts.newPassword, confirmation: texts.confirmPassword }}
        value={passwords}
        error={isSame ? passwordSameText : undefined}
        onChange={(typed) => {
          setPasswords(typed)
          setIsSame(false)
        }}
      />
    </ChangeForm>
  )
}
