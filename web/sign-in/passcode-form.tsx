import { type FormEvent, useRef, useState } from "react"
import type { PasscodeReply } from "#contracts/appauth/sign-in.ts"
import { isPasscode, passcodeCoolDownSeconds, passcodeLength } from "#contracts/rules.ts"
import { call, messagesOf } from "../api.ts"
import { writeItem } from "../local-storage.ts"
import { notify } from "../notifications.ts"
import { storeUser } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { CleanHtml } from "../ui/clean-html.tsx"
import { CodeField } from "../ui/code-field.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import type { CodeSent } from "./passcode-dialog.tsx"
import styles from "./passcode-form.module.css"
import { sendUserInformation, sessionIn } from "./steps.ts"
import { useCountdown } from "./use-countdown.ts"

type Status = Pick<PasscodeReply, "status" | "statusMessage">

interface PasscodeFormProps {
  codeSent: CodeSent
  onClose: () => void
}

export function PasscodeForm({ codeSent, onClose }: PasscodeFormProps) {
  const { payload, messages, unionHostName } = codeSent
  const [code, setCode] = useState("")
  const [status, setStatus] = useState<Status | null>(null)
  const [canVerify, setCanVerify] = useState(true)
  const [busy, setBusy] = useState<"confirm" | "resend" | null>(null)
  const { left, restart } = useCountdown(passcodeCoolDownSeconds)
  const field = useRef<HTMLInputElement>(null)

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (busy || !canVerify || code.length < passcodeLength) return
    if (!isPasscode(code)) {
      // A slip of the finger costs no try.
      setStatus({ status: "ERROR", statusMessage: "The code is six digits." })
      field.current?.focus()
      return
    }
    await during("confirm", async () => {
      const reply = await call("POST /appauth/passcode/verification", {
        ...payload,
        passCode: code,
      })
      const user = sessionIn(reply)
      if (!user) {
        refuse(reply)
        return
      }
      try {
        await sendUserInformation(user, payload)
      } catch (error) {
        notify(messagesOf(error))
        onClose()
        return
      }
      writeItem("selectedUnionHostName", unionHostName ?? null)
      // The routes now lead on to the dashboard, or to the union's host.
      storeUser(user)
    })
  }

  function refuse(reply: PasscodeReply) {
    setStatus(reply)
    if (reply.disableVerifyPassCode) {
      setCanVerify(false)
      restart(reply.passCodeCoolDownPeriod ?? passcodeCoolDownSeconds)
    }
    setCode("")
    field.current?.focus()
  }

  async function resend() {
    await during("resend", async () => {
      const reply = await call("POST /appauth/passcode/resend", payload)
      setStatus(reply)
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
    setStatus(null)
    try {
      await work()
    } catch (error) {
      const lines = messagesOf(error).flatMap((message) => message.content)
      setStatus({ status: "ERROR", statusMessage: lines.join(" ") })
    } finally {
      setBusy(null)
    }
  }

  return (
    <form className={styles.form} onSubmit={confirm}>
      <CodeField
        ref={field}
        hint={messages.map((message) => (
          <CleanHtml key={message.messageId} html={message.content.join(" ")} />
        ))}
        value={code}
        onChange={setCode}
      />
      <div role="status">
        {status && (
          <div className={status.status === "ERROR" ? styles.error : styles.success}>
            <strong>{status.status}</strong>
            <CleanHtml html={status.statusMessage} />
          </div>
        )}
      </div>
      <Button
        type="submit"
        wide
        busy={busy === "confirm" && "Confirming…"}
        disabled={!canVerify || code.length < passcodeLength}
      >
        Confirm Code
      </Button>
      <p className={styles.hint}>
        No mail yet? It can take a minute. Please check your spam folder too.
      </p>
      <div className={styles.resend}>
        <Button
          look="quiet"
          busy={busy === "resend" && "Sending another code…"}
          disabled={left > 0}
          onClick={() => void resend()}
        >
          Request another code
        </Button>
        {left > 0 && (
          <p role="timer">
            You can request another code in {left === 1 ? "1 second" : `${left} seconds`}.
          </p>
        )}
        <VisuallyHidden>
          <span role="status">{left === 0 && "You can request another code now."}</span>
        </VisuallyHidden>
      </div>
    </form>
  )
}
