import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import {
  isPasscode,
  passcodeCoolDownSeconds,
  passcodeLength,
} from "#contracts/first-screen-rules.ts"
import { messagesOf } from "#web/calls/api.ts"
import { Button } from "#web/ui/button.tsx"
import { CodeField } from "#web/ui/form/code-field.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "./code-form.module.css"
import * as texts from "./texts.ts"
import { useCountdown } from "./use-countdown.ts"

/** What the server says of a code, or of the request for another. */
export interface CodeAnswer {
  status: string
  statusMessage: string
  /** No code is taken until another one was requested. */
  disableVerifyPassCode?: boolean | undefined
  /** Seconds until another code may be requested. */
  passCodeCoolDownPeriod?: number | undefined
}

interface CodeFormProps {
  /** Where the code went. */
  hint: ReactNode
  /** What was said when the code was requested; absent where it was sent just now. */
  first?: CodeAnswer
  /** Returns why the code was not taken; nothing when it was. Errors: shown beneath the boxes. */
  onConfirm: (code: string) => Promise<CodeAnswer | undefined>
  onResend: () => Promise<CodeAnswer>
}

/** Six boxes for the code that was mailed, and another code where none came. */
export function CodeForm({ hint, first, onConfirm, onResend }: CodeFormProps) {
  const isClosed = first?.disableVerifyPassCode === true
  const [code, setCode] = useState("")
  const [answer, setAnswer] = useState<CodeAnswer | null>(isClosed ? first : null)
  const [canVerify, setCanVerify] = useState(!isClosed)
  const [busy, setBusy] = useState<"confirm" | "resend" | null>(null)
  const { left, restart } = useCountdown(first?.passCodeCoolDownPeriod ?? passcodeCoolDownSeconds)
  const field = useRef<HTMLInputElement>(null)
  // One that comes while its dialog is open already has to take the focus itself.
  const isLate = first !== undefined
  useEffect(() => {
    if (isLate) field.current?.focus()
  }, [isLate])

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (busy || !canVerify || code.length < passcodeLength) return
    if (!isPasscode(code)) {
      // A slip of the finger costs no try.
      setAnswer({ status: "ERROR", statusMessage: texts.codeIsSixDigits })
      field.current?.focus()
      return
    }
    await during("confirm", async () => {
      const refusal = await onConfirm(code)
      if (refusal) refuse(refusal)
    })
  }

  function refuse(refusal: CodeAnswer) {
    setAnswer(refusal)
    if (refusal.disableVerifyPassCode) {
      setCanVerify(false)
      restart(refusal.passCodeCoolDownPeriod ?? passcodeCoolDownSeconds)
    }
    setCode("")
    field.current?.focus()
  }

  async function resend() {
    await during("resend", async () => {
      const reply = await onResend()
      setAnswer(reply)
      restart(reply.passCodeCoolDownPeriod ?? passcodeCoolDownSeconds)
      if (reply.status === "SUCCESS") {
        setCanVerify(true)
        setCode("")
      }
      field.current?.focus()
    })
  }

  async function during(task: "confirm" | "resend", work: () => Promise<void>) {
    setBusy(task)
    setAnswer(null)
    try {
      await work()
    } catch (error) {
      const lines = messagesOf(error).flatMap((message) => message.content)
      setAnswer({ status: "ERROR", statusMessage: lines.join(" ") })
    } finally {
      setBusy(null)
    }
  }

  return (
    <form className={styles.form} onSubmit={confirm}>
      <CodeField ref={field} hint={hint} value={code} onChange={setCode} />
      <div role="status">
        {answer && (
          <div className={answer.status === "ERROR" ? styles.error : styles.success}>
            <strong>{answer.status}</strong>
            <CleanHtml html={answer.statusMessage} />
          </div>
        )}
      </div>
      <Button
        type="submit"
        wide
        busy={busy === "confirm" && texts.confirming}
        disabled={!canVerify || code.length < passcodeLength}
      >
        {texts.confirmCode}
      </Button>
      <p className={styles.hint}>{texts.noEmailYet}</p>
      <div className={styles.resend}>
        <Button
          look="quiet"
          busy={busy === "resend" && texts.sendingAnotherCode}
          disabled={left > 0}
          onClick={() => void resend()}
        >
          {texts.requestAnotherCode}
        </Button>
        {left > 0 && (
          <p role="timer">
            {texts.nextCodeIn}
            {left === 1 ? "1 second" : texts.seconds(left)}.
          </p>
        )}
        <VisuallyHidden>
          <span role="status">{left === 0 && texts.nextCodeNow}</span>
        </VisuallyHidden>
      </div>
    </form>
  )
}
