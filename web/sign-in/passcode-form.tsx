import type { LoginPayload } from "#contracts/appauth/sign-in.ts"
import type { Message } from "#contracts/messages.ts"
import { call, messagesOf } from "../api.ts"
import { writeItem } from "../local-storage.ts"
import { notify } from "../notifications.ts"
import { storeUser } from "../session.ts"
import { CleanHtml } from "../ui/clean-html.tsx"
import { type CodeAnswer, CodeForm } from "./code-form.tsx"
import { sendUserInformation, sessionIn } from "./opened-session.ts"

export interface CodeSent {
  payload: LoginPayload
  messages: Message[]
  /** In a client group: the host that the person goes on to. */
  unionHostName: string | null
}

interface PasscodeFormProps {
  codeSent: CodeSent
  onClose: () => void
}

export function PasscodeForm({ codeSent, onClose }: PasscodeFormProps) {
  const { payload, messages, unionHostName } = codeSent

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
      hint={messages.map((message) => (
        <CleanHtml key={message.messageId} html={message.content.join(" ")} />
      ))}
      onConfirm={confirm}
      onResend={() => call("POST /appauth/passcode/resend", payload)}
    />
  )
}
