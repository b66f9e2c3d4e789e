import { type FormEvent, useRef, useState } from "react"
import { passwordMaxLength, usernameMaxLength } from "#contracts/identity/credential-lengths.ts"
import type { Message } from "#contracts/messages.ts"
import { isBlank } from "#contracts/required-field.ts"
import { chunk, Part } from "#web/app/chunk.tsx"
import { CallError, messagesOf } from "#web/calls/api.ts"
import { readItem } from "#web/calls/local-storage.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { useHydrated } from "#web/ui/hydration/hydrated.ts"
import { isLinkSent } from "../sign-in-link/is-link-sent.ts"
import { type Credentials, rememberUsername } from "./credentials.ts"
import styles from "./sign-in-form.module.css"
import * as texts from "./texts.ts"
import type { Availability } from "./use-availability.ts"

/** Preload it with a login whose server-rendered HTML contains it. */
export const missingLine = chunk(() => import("./login-requirements.tsx"))

/** The conditions of a login apart from the fields of the form. */
export interface AroundForm {
  availability: Availability
  checkAgain: () => void
  /** False until a union is chosen. */
  hasSite: boolean
}

interface SignInFormProps {
  around?: AroundForm
  /** Elements before the username. */
  before?: Elements
  /** The union to remember with the username. */
  union?: string
  /** Elements between the fields and the button. */
  children?: Elements
  /** Errors: those it throws are shown as messages, and the typed values stay. */
  onSubmit: (credentials: Credentials) => Promise<void>
}

export function SignInForm({ around, before, union = "", children, onSubmit }: SignInFormProps) {
  const isHydrated = useHydrated()
  const remembered = isHydrated ? readItem("rememberedUsername") : null
  const [username = remembered ?? "", setUsername] = useState<string>()
  const [password, setPassword] = useState("")
  const [remember = remembered !== null, setRemember] = useState<boolean>()
  const [linkSent, setLinkSent] = useState<readonly Message[]>()
  const isReady = !around || (around.hasSite && around.availability.state === "available")
  const passwordField = useRef<HTMLInputElement>(null)
  const { busy, submit } = useSubmit({
    onError(error) {
      const messages = messagesOf(error)
      const isSent = isLinkSent(messages)
      setLinkSent(isSent ? messages : undefined)
      if (!isSent) notify(messages)
      if (error instanceof CallError && error.status === 401) passwordField.current?.select()
    },
  })

  function send(event: FormEvent) {
    event.preventDefault()
    void submit(async () => {
      await onSubmit({ username, password })
      rememberUsername(username, remember, union)
    })
  }

  return (
    <form className={styles.form} method="post" onSubmit={send}>
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
        disabled={!navigator.cookieEnabled || !isReady || isBlank(username) || isBlank(password)}
      >
        {texts.logIn}
      </Button>
      <div className={styles.missing}>
        <Part chunk={missingLine} props={{ around, username, password, linkSent }} />
      </div>
    </form>
  )
}
