import { Dialog } from "#web/ui/dialog.tsx"
import { type CodeSent, PasscodeForm } from "./passcode-form.tsx"

/** A log-in that waits for its code. */
interface PasscodeDialogProps {
  codeSent: CodeSent | null
  onClose: () => void
}

export default function PasscodeDialog({ codeSent, onClose }: PasscodeDialogProps) {
  return (
    <Dialog open={codeSent !== null} title="Check your email" onClose={onClose}>
      {codeSent && <PasscodeForm codeSent={codeSent} onClose={onClose} />}
    </Dialog>
  )
}
