import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { LoginPayload } from "#contracts/identity/sign-in.ts"
import { isBlank } from "#contracts/required-field.ts"
import { screens } from "#contracts/screens.ts"
import { CallError, call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { storeStaffUser } from "#web/identity/session/session.ts"
import { sendUserInformation, sessionIn } from "#web/identity/session-transfer/opened-session.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { CopyButton } from "#web/ui/text/copy-button.tsx"
import { OwnPassword } from "../accounts/initial-password.tsx"
import * as texts from "../texts.ts"
import { Enrolment } from "./enrollment.tsx"
import styles from "./second-factor.module.css"

interface SecondFactorProps {
  /** Whether the person enters a code, sets up the app first, or only chooses a new password. */
  step: "code" | "enrol" | "password"
  /** The body of the login call. */
  payload: LoginPayload
  onBack: () => void
}

/** The steps after the password: a code from the app, a new password, or both. */
export default function SecondFactor({ step, payload, onBack }: SecondFactorProps) {
  const [opened, setOpened] = useState<StoredUser>()
  const [codes, setCodes] = useState<string[]>([])
  const [mustChange, setMustChange] = useState(step === "password")
  const heading = useRef<HTMLHeadingElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a screen of its own
  useEffect(() => heading.current?.focus(), [codes, mustChange])

  /** Errors: those of the call. If the attempt has ended, the login is shown again. */
  async function check(code: string) {
    try {
      const reply = await call("POST /appauth/secondFactor", { code })
      setMustChange(reply.mustChangePassword)
      setCodes(reply.recoveryCodes)
      const staff = sessionIn(reply)
      if (!staff) return
      await sendUserInformation(staff, payload)
      if (reply.recoveryCodes.length > 0) setOpened(staff)
      else storeStaffUser(staff)
    } catch (error) {
      restart(error)
    }
  }

  /** Errors: those of the call. If the attempt has ended, the login is shown again. */
  async function choose(password: string) {
    try {
      const { messages, ...staff } = await call("POST /appauth/staff/newPassword", { password })
      await sendUserInformation(staff, payload)
      notify(messages, screens.customerHome.path)
      storeStaffUser(staff)
    } catch (error) {
      restart(error)
    }
  }

  function restart(error: unknown) {
    if (!(error instanceof CallError) || error.status !== 409) throw error
    notify(error.messages)
    onBack()
  }

  const title =
    codes.length > 0
      ? texts.keepYourRecoveryCodes
      : mustChange
        ? texts.chooseYourOwnPassword
        : step === "enrol"
          ? texts.setUpAnAuthenticatorApp
          : texts.enterCodeTitle
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {codes.length > 0 ? (
          <RecoveryCodes
            codes={codes}
            onKept={() => (opened ? storeStaffUser(opened) : setCodes([]))}
          />
        ) : mustChange ? (
          <OwnPassword username={payload.username} choose={choose} onBack={onBack} />
        ) : step === "enrol" ? (
          <Enrolment onRestart={onBack}>
            <CodeForm check={check} onBack={onBack} />
          </Enrolment>
        ) : (
          <CodeForm check={check} onBack={onBack} hint={texts.codeHint} />
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
        label={texts.codeLabel}
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
      <Button type="submit" wide busy={busy && texts.factorLoggingIn} disabled={isBlank(code)}>
        {texts.logIn}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {texts.backToLogin}
      </Button>
    </form>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** The codes, shown only once, because the server stores only their hashes. */
function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <>
      <p>{texts.keepThem}</p>
      <ul className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} what={texts.recoveryCodes} beneath />
      <Button wide onClick={onKept}>
        {texts.iHaveKeptThem}
      </Button>
    </>
  )
}
