import { call, messagesOf } from "#web/calls/api.ts"
import { writeItem } from "#web/calls/local-storage.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { storeUser } from "../session/session.ts"
import { sendUserInformation, sessionIn } from "../session-transfer/opened-session.ts"
import { type CodeAnswer, CodeForm, MessageTexts } from "./code-form.tsx"
import type { CodeStep } from "./code-step.ts"

interface PasscodeFormProps {
  step: CodeStep
  onClose: () => void
}

export function PasscodeForm({ step, onClose }: PasscodeFormProps) {
  const { payload, messages, unionHostName, first } = step

  async function confirm(passCode: string): Promise<CodeAnswer | undefined> {
    const reply = await call("POST /appauth/passcode/verification", { ...payload, passCode })
    const user = sessionIn(reply)
    if (!user) return reply
    try {
      await sendUserInformation(user, payload)
    } catch (error) {
      notify(messagesOf(error))
      onClose()
      return undefined
    }
    writeItem("selectedUnionHostName", unionHostName)
    // The routes now lead on to the dashboard, or to the union's host.
    storeUser(user)
    return undefined
  }

  return (
    <CodeForm
      hint={<MessageTexts messages={messages} />}
      {...(first && { first })}
      onConfirm={confirm}
      onResend={() => call("POST /appauth/passcode/resend", payload)}
    />
  )
}
