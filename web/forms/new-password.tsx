import { useState } from "react"
import { passwordMaxLength } from "#contracts/identity/credential-lengths.ts"
import { isNewPassword, passwordChecklist } from "#contracts/identity/password-rules.ts"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import { PasswordChecklist } from "#web/ui/form/password-checklist.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"

export interface PasswordPair {
  password: string
  confirmation: string
}

interface NewPasswordProps {
  labels: { password: string; confirmation: string }
  value: PasswordPair
  onChange: (value: PasswordPair) => void
  /** An error of the new password that is not in the list; undefined without one. */
  error?: string | undefined
}

/** A new password, typed twice, with a live list of unmet rules. */
export function NewPassword({ labels, value, onChange, error }: NewPasswordProps) {
  const [left, setLeft] = useState({ password: false, confirmation: false })
  function errorOf(name: keyof PasswordPair): string | undefined {
    if (left[name] && isBlank(value[name])) return requiredText
    return name === "password" ? error : undefined
  }
  const field = (name: keyof PasswordPair) => (
    <PasswordField
      label={labels[name]}
      name={name}
      autoComplete="new-password"
      maxLength={passwordMaxLength}
      required
      value={value[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ ...value, [name]: event.target.value })}
      onBlur={() => setLeft({ ...left, [name]: true })}
    />
  )
  return (
    <>
      {field("password")}
      {field("confirmation")}
      <PasswordChecklist
        lines={passwordChecklist(value.password, value.confirmation)}
        isComplete={isComplete(value)}
      />
    </>
  )
}

/** Whether the pair is valid. */
export function isComplete({ password, confirmation }: PasswordPair): boolean {
  const lines = passwordChecklist(password, confirmation)
  return isNewPassword(password) && lines.every(({ isMet }) => isMet)
}
