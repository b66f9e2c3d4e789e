import { type FormEvent, useState } from "react"
import { isComplete, NewPassword } from "#web/forms/new-password.tsx"
import { useSubmit } from "#web/forms/use-submit.ts"
import { Button } from "#web/ui/button.tsx"
import styles from "../second-factor/second-factor.module.css"

interface OwnPasswordProps {
  username: string
  /** Errors: those of the call; what was typed stays. */
  choose: (password: string) => Promise<void>
  onBack: () => void
}

/** In place of a password that somebody else has made and knows. */
export function OwnPassword({ username, choose, onBack }: OwnPasswordProps) {
  const [passwords, setPasswords] = useState({ password: "", confirmation: "" })
  const { busy, submit } = useSubmit()
  const isReady = isComplete(passwords)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady) void submit(() => choose(passwords.password))
  }

  return (
    <>
      <p>
        Somebody else made the password that you logged in with. Please replace it with one that
        only you know. It has to differ from the old one.
      </p>
      <form className={styles.form} noValidate onSubmit={send}>
        {/* Whose password it is, for programs that keep passwords. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        <NewPassword
          labels={{ password: "New password", confirmation: "Confirm password" }}
          value={passwords}
          onChange={setPasswords}
        />
        <Button type="submit" wide disabled={!isReady} busy={busy && "Saving your password…"}>
          Save and log in
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back to login
        </Button>
      </form>
    </>
  )
}
