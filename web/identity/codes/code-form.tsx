import { CircleCheck, TriangleAlert } from "lucide"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { passcodeLength } from "#contracts/identity/one-time-code-rules.ts"
import type { Message } from "#contracts/messages.ts"
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
import { type Pause, pauseOf, useCountdown } from "./use-countdown.ts"

/** The reply to an entered code, or to the request for another one. */
export interface CodeAnswer {
  status: string
  statusMessage: string
  /** Whether the server rejects all codes until another one is requested. */
  disableVerifyPassCode?: boolean | undefined
  /** Seconds until another code may be requested. */
  passCodeCoolDownPeriod?: number | undefined
  /** Messages about the address to which another code was sent. */
  messages?: readonly Message[] | undefined
}

interface CodeFormProps {
  /** Shows the address to which the code was sent, until another one is sent. */
  hint: ReactNode
  /** The reply to the request for the code; absent if the code was sent just now. */
  first?: CodeAnswer
  /** The pause before another code, if the code was sent before this form opened. */
  pause?: Pause
  /**
   * Resolves with the reason if the code was rejected, and with undefined if it was right. Errors
   * are shown below the boxes.
   */
  onConfirm: (code: string) => Promise<CodeAnswer | undefined>
  onResend: () => Promise<CodeAnswer>
}

/** Six boxes for the emailed code, and a button that requests another one. */
export function CodeForm(props: CodeFormProps) {
  const { field, code, setCode, newest, answer, canVerify, working, left, confirm, resend } =
    useCodeForm(props)
  const hint = newest.length > 0 ? <MessageTexts messages={newest} /> : props.hint
  const isError = answer?.status === "ERROR"

  function send(event: FormEvent) {
    event.preventDefault()
    void confirm()
  }

  return (
    <form className={styles.form} method="post" onSubmit={send}>
      <CodeField ref={field} hint={hint} value={code} onChange={setCode} />
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

/** The server's messages above the boxes, which name the address of the code. */
export function MessageTexts({ messages }: { messages: readonly Message[] }) {
  return messages.map((message) => (
    <CleanHtml key={message.messageId} html={message.content.join(" ")} />
  ))
}

/** The state of the form: the code, the last reply, and when another code can be requested. */
function useCodeForm({ first, pause, onConfirm, onResend }: CodeFormProps) {
  const isClosed = first?.disableVerifyPassCode === true
  const [code, setCode] = useState("")
  const [answer, setAnswer] = useState<CodeAnswer | null>(isClosed ? first : null)
  const [canVerify, setCanVerify] = useState(!isClosed)
  const [task, setTask] = useState<"confirm" | "resend">("confirm")
  const [newest, setNewest] = useState<readonly Message[]>([])
  const { left, restart } = useCountdown(pause ?? pauseOf(first?.passCodeCoolDownPeriod))
  const field = useRef<HTMLInputElement>(null)
  const { busy, submit } = useSubmit({
    // The next reply replaces this one.
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

  /** Shows a reply. A screen reader announces the same reply again only if it is rendered again. */
  function say(said: CodeAnswer) {
    flushSync(() => setAnswer(null))
    setAnswer(said)
  }

  function refuse(refusal: CodeAnswer) {
    say(refusal)
    if (refusal.disableVerifyPassCode) {
      setCanVerify(false)
      restart(pauseOf(refusal.passCodeCoolDownPeriod))
    }
    setCode("")
    field.current?.focus()
  }

  async function resend() {
    setTask("resend")
    await submit(async () => {
      const reply = await onResend()
      say(reply)
      restart(pauseOf(reply.passCodeCoolDownPeriod))
      setNewest((before) => (reply.messages?.length ? reply.messages : before))
      if (reply.status === "SUCCESS") {
        setCanVerify(true)
        setCode("")
      }
      field.current?.focus()
    })
  }

  const working = busy && task
  return { field, code, setCode, newest, answer, canVerify, working, left, confirm, resend }
}
