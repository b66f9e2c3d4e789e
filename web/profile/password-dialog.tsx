import { useRef, useState } from "react"
import type { StoredUser } from "#contracts/appauth/shapes.ts"
import { isBlank, passwordMaxLength } from "#contracts/basic-rules.ts"
import { isSamePassword, passwordSameText, requiredText } from "#contracts/rules.ts"
import { usernameOf } from "#contracts/userid.ts"
import { call } from "../api.ts"
import { isComplete, NewPassword } from "../new-password.tsx"
import { clearNotifications, notify } from "../notifications.ts"
import { Dialog } from "../ui/dialog.tsx"
import { PasswordField } from "../ui/password-field.tsx"
import { ChangeForm } from "./change-form.tsx"
import { useChange } from "./use-change.ts"

interface PasswordDialogProps {
  open: boolean
  user: StoredUser
  onClose: () => void
}

export function PasswordDialog({ open, user, onClose }: PasswordDialogProps) {
  return (
    <Dialog open={open} title="Change Password" onClose={onClose}>
      <PasswordForm user={user} onClose={onClose} />
    </Dialog>
  )
}

function PasswordForm({ user, onClose }: Omit<PasswordDialogProps, "open">) {
  const [current, setCurrent] = useState("")
  const [hasLeft, setHasLeft] = useState(false)
  const [passwords, setPasswords] = useState({ password: "", confirmation: "" })
  const [isSame, setIsSame] = useState(false)
  const { busy, failure, send } = useChange()
  const form = useRef<HTMLFormElement>(null)
  const username = usernameOf(user.userid)

  async function change() {
    clearNotifications()
    const { messages } = await call("PUT /myaccount-core/profile/password", {
      currentPassword: current,
      password: passwords.password,
      username,
      hostName: location.hostname,
    })
    notify(messages)
    onClose()
  }

  function start() {
    const repeats = isSamePassword(current, passwords.password)
    setIsSame(repeats)
    if (repeats) form.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
    else void send(change)
  }

  return (
    <ChangeForm
      form={form}
      failure={failure}
      busy={busy}
      ready={!isBlank(current) && isComplete(passwords)}
      onSend={start}
      onCancel={onClose}
    >
      {/* Whose password it is, for programs that keep passwords. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Old password"
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
        labels={{ password: "New password", confirmation: "Confirm password" }}
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
