import { Dialog } from "#web/ui/dialog.tsx"
import { type CodeSent, PasscodeForm } from "./passcode-form.tsx"
import * as texts from "./texts.ts"

/** A login that waits for its code. */
interface PasscodeDialogProps {
  codeSent: CodeSent | null
  onClose: () => void
}

export default function PasscodeDialog({ codeSent, onClose }: PasscodeDialogProps) {
  return (
    <Dialog open={codeSent !== null} title={texts.checkYourEmail} onClose={onClose}>
      {codeSent && <PasscodeForm codeSent={codeSent} onClose={onClose} />}
    </Dialog>
  )
}
