import { CircleCheck, TriangleAlert } from "lucide"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { passcodeCoolDownSeconds, passcodeLength } from "#contracts/identity/one-time-code-rules.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { messagesOf } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { Button } from "#web/ui/button.tsx"
import { CodeField } from "#web/ui/form/code-field.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "./code-form.module.css"
import * as texts from "./texts.ts"
import { useCountdown } from "./use-countdown.ts"

/** The answer to a code, or to the request for another one. */
export interface CodeAnswer {
  status: string
  statusMessage: string
  /** The server accepts no code until another one is requested. */
  disableVerifyPassCode?: boolean | undefined
  /** Seconds until another code may be requested. */
  passCodeCoolDownPeriod?: number | undefined
}

interface CodeFormProps {
  /** Where the code went. */
  hint: ReactNode
  /** The answer to the request of the code; absent when it was sent just now. */
  first?: CodeAnswer
  /** Returns why the code was refused, or nothing. Errors are shown below the boxes. */
  onConfirm: (code: string) => Promise<CodeAnswer | undefined>
  onResend: () => Promise<CodeAnswer>
}

/** Six boxes for the emailed code, and a button that requests another one. */
export function CodeForm(props: CodeFormProps) {
  const { field, code, setCode, answer, canVerify, working, left, confirm, resend } =
    useCodeForm(props)
  const isError = answer?.status === "ERROR"

  function send(event: FormEvent) {
    event.preventDefault()
    void confirm()
  }

  return (
    <form className={styles.form} method="post" onSubmit={send}>
      <CodeField ref={field} hint={props.hint} value={code} onChange={setCode} />
      <div role="status">
        {answer && (
          <div className={isError ? styles.error : styles.success}>
            <Icon of={isError ? TriangleAlert : CircleCheck} size={20} />
            <strong>{answer.status}</strong>
            <CleanHtml html={answer.statusMessage} />
          </div>
        )}
        {answer && <CallHelp messages={[{ content: [answer.statusMessage] }]} />}
      </div>
      <Button
        type="submit"
        wide
        busy={working === "confirm" && texts.confirming}
        disabled={!canVerify || code.length < passcodeLength}
      >
        {texts.confirmCode}
      </Button>
      <p className={styles.missing}>
        {canVerify && code.length < passcodeLength && texts.codeIsSixDigits}
      </p>
      <p className={styles.hint}>{texts.noEmailYet}</p>
      <div className={styles.resend}>
        <Button
          look="quiet"
          busy={working === "resend" && texts.sendingAnotherCode}
          disabled={left > 0}
          onClick={() => void resend()}
        >
          {texts.requestAnotherCode}
        </Button>
        {left > 0 && <p role="timer">{texts.nextCodeIn(left)}</p>}
        <VisuallyHidden>
          <span role="status">{left === 0 && texts.nextCodeNow}</span>
        </VisuallyHidden>
      </div>
    </form>
  )
}

/** The state of the form: the code, the last answer, and when another code can be requested. */
function useCodeForm({ first, onConfirm, onResend }: CodeFormProps) {
  const isClosed = first?.disableVerifyPassCode === true
  const [code, setCode] = useState("")
  const [answer, setAnswer] = useState<CodeAnswer | null>(isClosed ? first : null)
  const [canVerify, setCanVerify] = useState(!isClosed)
  const [task, setTask] = useState<"confirm" | "resend">("confirm")
  const { left, restart } = useCountdown(first?.passCodeCoolDownPeriod ?? passcodeCoolDownSeconds)
  const field = useRef<HTMLInputElement>(null)
  const { busy, submit } = useSubmit({
    // The next answer replaces this one.
    onAnswer: () => undefined,
    onError(error) {
      const lines = messagesOf(error).flatMap((message) => message.content)
      say({ status: "ERROR", statusMessage: lines.join(" ") })
    },
  })
  // When the form appears in a dialog that is already open, it takes the focus.
  const isLate = first !== undefined
  useEffect(() => {
    if (isLate) field.current?.focus()
  }, [isLate])

  async function confirm() {
    if (busy || !canVerify || code.length < passcodeLength) return
    setTask("confirm")
    await submit(async () => {
      const refusal = await onConfirm(code)
      if (refusal) refuse(refusal)
    })
  }

  /** A screen reader reads the same answer again only if it appears again. */
  function say(said: CodeAnswer) {
    flushSync(() => setAnswer(null))
    setAnswer(said)
  }

  function refuse(refusal: CodeAnswer) {
    say(refusal)
    if (refusal.disableVerifyPassCode) {
      setCanVerify(false)
      restart(refusal.passCodeCoolDownPeriod ?? passcodeCoolDownSeconds)
    }
    setCode("")
    field.current?.focus()
  }

  async function resend() {
    setTask("resend")
    await submit(async () => {
      const reply = await onResend()
      say(reply)
      restart(reply.passCodeCoolDownPeriod ?? passcodeCoolDownSeconds)
      if (reply.status === "SUCCESS") {
        setCanVerify(true)
        setCode("")
      }
      field.current?.focus()
    })
  }

  return { field, code, setCode, answer, canVerify, working: busy && task, left, confirm, resend }
}
