import { call } from "#web/calls/api.ts"
import { Dialog } from "#web/ui/dialog.tsx"
import * as texts from "../texts.ts"
import { RequestedCode } from "./requested-code.tsx"

interface StepUpDialogProps {
  open: boolean
  /** Called when the right code was entered or the dialog was closed. */
  onDone: (isGiven: boolean) => void
}

/** Asks for a one-time code before credentials or the email address change. */
export default function StepUpDialog({ open, onDone }: StepUpDialogProps) {
  return (
    <Dialog open={open} title={texts.checkYourEmail} onClose={() => onDone(false)}>
      <RequestedCode
        request={() => call("POST /appauth/proof", {})}
        verify={(passCode) => call("POST /appauth/proof/verification", { passCode })}
        onRight={() => onDone(true)}
      />
    </Dialog>
  )
}
