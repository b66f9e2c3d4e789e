import { useEffect, useState } from "react"
import { call, messagesOf } from "#web/calls/api.ts"
import { writeItem } from "#web/calls/local-storage.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Dialog } from "#web/ui/dialog.tsx"
import { matchEntries } from "#web/ui/dialog-history.ts"
import { storeUser } from "../session/session.ts"
import { sendUserInformation, sessionIn } from "../session-transfer/opened-session.ts"
import { type CodeAnswer, CodeForm, MessageTexts } from "./code-form.tsx"
import {
  type CodeSent,
  type CodeStep,
  forgetStep,
  keepStep,
  resumeStep,
  stepOf,
} from "./code-step.ts"
import * as texts from "./texts.ts"

interface PasscodeDialogProps {
  /** Null until the password is sent, and after the dialog is closed. */
  codeSent: CodeSent | null
  onClose: () => void
}

/** The second step of the login. It reopens after a reload while the server expects the code. */
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

interface PasscodeFormProps {
  step: CodeStep
  onClose: () => void
}

function PasscodeForm({ step, onClose }: PasscodeFormProps) {
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
    // The routes now redirect to the dashboard or to the union's host.
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
