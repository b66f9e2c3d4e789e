import { type FormEvent, useState } from "react"
import { NewPassword } from "#web/forms/new-password.tsx"
import { areMissing, passwordStep, StillMissing } from "#web/forms/still-missing.tsx"
import { useSubmit } from "#web/forms/use-submit.ts"
import { Button } from "#web/ui/button.tsx"
import styles from "../second-factor/second-factor.module.css"
import * as texts from "../texts.ts"

interface OwnPasswordProps {
  username: string
  /** Errors: those of the call. The fields keep their values. */
  choose: (password: string) => Promise<void>
  onBack: () => void
}

/** Replaces a password that another person created. */
export function OwnPassword({ username, choose, onBack }: OwnPasswordProps) {
  const [passwords, setPasswords] = useState({ password: "", confirmation: "" })
  const { busy, submit } = useSubmit()
  const steps = [passwordStep(passwords)]
  const isReady = !areMissing(steps)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady) void submit(() => choose(passwords.password))
  }

  return (
    <>
      <p>{texts.whyReplace}</p>
      <form className={styles.form} noValidate onSubmit={send}>
        {/* Identifies the account to password managers. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        <NewPassword
          labels={{ password: texts.newPassword, confirmation: texts.confirmPassword }}
          value={passwords}
          onChange={setPasswords}
        />
        <Button type="submit" wide disabled={!isReady} busy={busy && texts.savingYourPassword}>
          {texts.saveAndLogIn}
        </Button>
        <StillMissing steps={steps} />
        <Button look="quiet" onClick={onBack}>
          {texts.backToLogin}
        </Button>
      </form>
    </>
  )
}
