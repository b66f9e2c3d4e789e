import type { LoginPayload } from "#contracts/appauth/sign-in.ts"
import type { Message } from "#contracts/messages.ts"
import { Dialog } from "../ui/dialog.tsx"
import { PasscodeForm } from "./passcode-form.tsx"

/** A log-in that waits for its code. */
export interface CodeSent {
  payload: LoginPayload
  messages: Message[]
  /** In a client group: the host that the person goes on to. */
  unionHostName: string | null
}

interface PasscodeDialogProps {
  codeSent: CodeSent | null
  onClose: () => void
}

export default function PasscodeDialog({ codeSent, onClose }: PasscodeDialogProps) {
  return (
    <Dialog open={codeSent !== null} title="Check your e-mail" onClose={onClose}>
      {codeSent && <PasscodeForm codeSent={codeSent} onClose={onClose} />}
    </Dialog>
  )
}
