import { useState } from "react"
import {
  isSecurityAnswer,
  securityAnswerProblem,
} from "#contracts/identity/security-answer-rules.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import { call } from "#web/calls/api.ts"
import { AnswerField } from "#web/forms/answer-field.tsx"
import { QuestionField } from "#web/forms/question-field.tsx"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Dialog } from "#web/ui/dialog.tsx"
import { ChangeForm } from "../dialog-form.tsx"
import { profileErrors } from "../profile-errors.ts"
import * as texts from "../texts.ts"

interface SecurityDialogProps {
  open: boolean
  user: StoredUser
  onClose: () => void
  /** Loads the new question into the page. */
  onChanged: () => Promise<unknown>
}

export function SecurityDialog({ open, ...form }: SecurityDialogProps) {
  return (
    <Dialog open={open} title={texts.changeSecurityQA} onClose={form.onClose}>
      <SecurityForm {...form} />
    </Dialog>
  )
}

function SecurityForm({ user, onClose, onChanged }: Omit<SecurityDialogProps, "open">) {
  const [questionId, setQuestionId] = useState("")
  const [answer, setAnswer] = useState("")
  const [hasLeft, setHasLeft] = useState(false)
  const { busy, refusal, submit } = useDialogSubmit(profileErrors)

  async function change() {
    clearNotifications()
    const { messages } = await call("PUT /myaccount-core/profile/securityDetails", {
      securityQuestion: questionId,
      securityAnswer: answer,
      username: usernameOf(user.userid),
    })
    notify(messages)
    // The change has been saved. If the page cannot show it yet, the change has not failed.
    await onChanged().catch(() => undefined)
    onClose()
  }

  return (
    <ChangeForm
      refusal={refusal}
      busy={busy}
      steps={[
        questionId === "" && texts.chooseQuestion,
        !isSecurityAnswer(answer) && texts.enterAnswer,
      ]}
      onSend={() => void submit(change)}
      onCancel={onClose}
    >
      <QuestionField value={questionId} onChange={setQuestionId} />
      <AnswerField
        label={texts.securityAnswer}
        value={answer}
        error={hasLeft ? securityAnswerProblem(answer) : undefined}
        onChange={(event) => setAnswer(event.target.value)}
        onBlur={() => setHasLeft(true)}
      />
    </ChangeForm>
  )
}
