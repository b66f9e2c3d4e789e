import { useEffect, useState } from "react"
import { leaveDialogsWith } from "#web/app/location.ts"
import { Dialog } from "#web/ui/dialog.tsx"
import { leaveDialogs, matchEntries } from "#web/ui/dialog-history.ts"
import {
  type CodeSent,
  type CodeStep,
  forgetStep,
  keepStep,
  resumeStep,
  stepOf,
} from "./code-step.ts"
import { PasscodeForm } from "./passcode-form.tsx"
import * as texts from "./texts.ts"

// After a reload the code may be confirmed before the invisible parts of the page have loaded.
leaveDialogsWith(leaveDialogs)

interface PasscodeDialogProps {
  /** Null before the password was sent, and after the dialog was closed. */
  codeSent: CodeSent | null
  onClose: () => void
}

/** The second step of the login. It opens again after a reload, while the server waits for the code. */
export default function PasscodeDialog({ codeSent, onClose }: PasscodeDialogProps) {
  const [step, setStep] = useState<CodeStep | null>(null)

  useEffect(() => {
    if (codeSent) {
      const next = stepOf(codeSent)
      keepStep(next)
      setStep(next)
      return
    }
    let isLeft = false
    void resumeStep().then((resumed) => {
      if (isLeft) return
      if (resumed) setStep(resumed)
      else void matchEntries()
    })
    return () => {
      isLeft = true
    }
  }, [codeSent])

  function close() {
    forgetStep()
    setStep(null)
    onClose()
  }
  return (
    <Dialog open={step !== null} title={texts.checkYourEmail} reopens onClose={close}>
      {step && <PasscodeForm step={step} onClose={close} />}
    </Dialog>
  )
}
