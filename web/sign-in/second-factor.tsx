import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { LoginPayload } from "#contracts/appauth/sign-in.ts"
import { isBlank } from "#contracts/basic-rules.ts"
import { CallError, call } from "../api.ts"
import { notify } from "../notifications.ts"
import { storeSupportUser } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { TextField } from "../ui/text-field.tsx"
import { useSubmit } from "../use-submit.ts"
import { Enrolment } from "./enrolment.tsx"
import { sendUserInformation, sessionIn } from "./opened-session.ts"
import { RecoveryCodes } from "./recovery-codes.tsx"
import styles from "./second-factor.module.css"

interface SecondFactorProps {
  /** Whether the app is there, or has to be set up first. */
  step: "code" | "enrol"
  /** What was sent to log in. */
  payload: LoginPayload
  onBack: () => void
}

/** The code of an authenticator app, after the password. */
export default function SecondFactor({ step, payload, onBack }: SecondFactorProps) {
  const [opened, setOpened] = useState<{ agent: StoredUser; codes: string[] }>()
  const heading = useRef<HTMLHeadingElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a screen of its own
  useEffect(() => heading.current?.focus(), [opened])

  /** Errors: as the call; where the attempt is over, the log-in is shown again. */
  async function check(code: string) {
    try {
      const reply = await call("POST /appauth/secondFactor", { code })
      const agent = sessionIn(reply)
      if (!agent) return
      await sendUserInformation(agent, payload)
      if (reply.recoveryCodes.length > 0) setOpened({ agent, codes: reply.recoveryCodes })
      else storeSupportUser(agent)
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error
      notify(error.messages)
      onBack()
    }
  }

  const title = opened
    ? "Keep your recovery codes"
    : step === "enrol"
      ? "Set up an authenticator app"
      : "Enter the code of your app"
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {opened ? (
          <RecoveryCodes codes={opened.codes} onKept={() => storeSupportUser(opened.agent)} />
        ) : step === "enrol" ? (
          <Enrolment onRestart={onBack}>
            <CodeForm check={check} onBack={onBack} />
          </Enrolment>
        ) : (
          <CodeForm
            check={check}
            onBack={onBack}
            hint="Six digits. Without your app, enter one of your recovery codes."
          />
        )}
      </Card>
    </div>
  )
}

interface CodeFormProps {
  check: (code: string) => Promise<void>
  onBack: () => void
  hint?: ReactNode
}

function CodeForm({ check, onBack, hint }: CodeFormProps) {
  const [code, setCode] = useState("")
  const { busy, submit } = useSubmit()
  const field = useRef<HTMLInputElement>(null)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBlank(code)) return
    void submit(() => check(code)).then(() => field.current?.select())
  }

  return (
    <form className={styles.form} onSubmit={send}>
      <TextField
        ref={field}
        label="Code of your app"
        hint={hint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" wide busy={busy && "Logging in…"} disabled={isBlank(code)}>
        Log In
      </Button>
      <Button look="quiet" onClick={onBack}>
        Back to login
      </Button>
    </form>
  )
}
