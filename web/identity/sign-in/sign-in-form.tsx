import { type FormEvent, type ReactNode, Suspense, useRef, useState } from "react"
import { passwordMaxLength, usernameMaxLength } from "#contracts/identity/credential-lengths.ts"
import type { Message } from "#contracts/messages.ts"
import { isBlank } from "#contracts/required-field.ts"
import { Show } from "#web/app/chunk.tsx"
import { CallError, messagesOf } from "#web/calls/api.ts"
import { readItem } from "#web/calls/local-storage.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { isLinkSent, linkSentChunk } from "../sign-in-link/is-link-sent.ts"
import styles from "./sign-in-form.module.css"
import { type Credentials, rememberUsername } from "./steps.ts"
import * as texts from "./texts.ts"

interface SignInFormProps {
  /** False while something outside this form's own fields is missing. */
  ready: boolean
  /** Stands before the user name. */
  before?: ReactNode
  /** Stands between the fields and the button. */
  children?: ReactNode
  /** Errors: what it throws is shown as messages; what was typed stays. */
  onSubmit: (credentials: Credentials) => Promise<void>
}

export function SignInForm({ ready, before, children, onSubmit }: SignInFormProps) {
  const remembered = readItem("rememberedUsername")
  const [username, setUsername] = useState(remembered ?? "")
  const [password, setPassword] = useState("")
  const [remember, setRemember] = useState(remembered !== null)
  const [linkSent, setLinkSent] = useState<readonly Message[]>()
  const passwordField = useRef<HTMLInputElement>(null)
  const { busy, submit } = useSubmit({
    onStart() {
      setLinkSent(undefined)
      clearNotifications()
    },
    onError(error) {
      const messages = messagesOf(error)
      if (isLinkSent(messages)) setLinkSent(messages)
      else notify(messages)
      if (error instanceof CallError && error.status === 401) passwordField.current?.select()
    },
  })

  function send(event: FormEvent) {
    event.preventDefault()
    void submit(async () => {
      await onSubmit({ username, password })
      rememberUsername(username, remember)
    })
  }

  return (
    <form className={styles.form} onSubmit={send}>
      {linkSent && (
        <Suspense>
          <Show chunk={linkSentChunk} props={{ messages: linkSent }} />
        </Suspense>
      )}
      {before}
      <TextField
        label={texts.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={usernameMaxLength}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        ref={passwordField}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Checkbox
        label={texts.rememberMyUsername}
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
      {children}
      <Button
        type="submit"
        wide
        busy={busy && texts.loggingIn}
        disabled={!ready || isBlank(username) || isBlank(password)}
      >
        {texts.logIn}
      </Button>
    </form>
  )
}
