import { type FormEvent, useState } from "react"
import type { Message } from "#contracts/messages.ts"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import { screens } from "#contracts/screens.ts"
import { Part } from "#web/app/chunk.tsx"
import { navigate } from "#web/app/location.ts"
import { Redirect } from "#web/app/redirect.tsx"
import { CallError, call, messagesOf } from "#web/calls/api.ts"
import { AnswerField } from "#web/forms/answer-field.tsx"
import { forgetCached } from "#web/forms/history-state.ts"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { isLinkSent } from "../../sign-in-link/is-link-sent.ts"
import { linkSentChunk } from "../../sign-in-link/link-sent-chunk.ts"
import { type AskedQuestion, askedQuestion } from "../asked-question.ts"
import styles from "../recovery-card.module.css"
import { RecoveryCard } from "../recovery-card.tsx"
import * as texts from "../texts.ts"

/** Password recovery, step 2: the answer to the security question. */
export default function SecurityQuestion() {
  const [asked] = useState(askedQuestion)
  return asked ? <AnswerForm asked={asked} /> : <Redirect to="/" />
}

function AnswerForm({ asked }: { asked: AskedQuestion }) {
  const { securityQuestion, username, hostName } = asked
  const [answer, setAnswer] = useState("")
  const [linkSent, setLinkSent] = useState<readonly Message[]>()
  const { form, errors, check, corrected } = useFieldErrors<"answer">()
  const { busy, submit } = useSubmit()

  function send(event: FormEvent) {
    event.preventDefault()
    if (check({ answer: isBlank(answer) ? requiredText : undefined })) void submit(sendAnswer)
  }

  async function sendAnswer() {
    setLinkSent(undefined)
    const body = { securityAnswer: answer, username, hostName, isCustomerUser: true }
    try {
      const { messages } = await call("POST /appauth/forgotPassword", body)
      notify(messages, "/")
      forgetCached()
      navigate("/")
    } catch (error) {
      const messages = messagesOf(error)
      if (isLinkSent(messages)) return setLinkSent(messages)
      if (!isToRestart(error)) throw error
      notify(error.messages, screens.forgotPassword.path)
      navigate(screens.forgotPassword.path)
    }
  }

  return (
    <RecoveryCard title={texts.securityVerification}>
      <form className={styles.form} method="post" ref={form} noValidate onSubmit={send}>
        {linkSent && <Part chunk={linkSentChunk} props={{ messages: linkSent }} />}
        <p className={styles.question} id="security-question">
          {securityQuestion}
        </p>
        <AnswerField
          label={texts.yourAnswer}
          error={errors.answer}
          value={answer}
          onChange={(event) => {
            setAnswer(event.target.value)
            corrected("answer")
          }}
        />
        <Button type="submit" wide busy={busy && texts.checkingYourAnswer}>
          {texts.submit}
        </Button>
      </form>
    </RecoveryCard>
  )
}

/** Whether the recovery must start again. A question accepts one answer, for a limited time. */
function isToRestart(error: unknown): error is CallError {
  return (
    error instanceof CallError &&
    error.messages.some(({ messageId }) => messageId === "forgotPassword.restart")
  )
}
