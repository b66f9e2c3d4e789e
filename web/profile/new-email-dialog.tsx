import type { Profile } from "#contracts/myaccount-core/profile.ts"
import { call } from "../api.ts"
import { clearNotifications, notify } from "../notifications.ts"
import { RequestedCode } from "../proof/requested-code.tsx"
import { Dialog } from "../ui/dialog.tsx"

interface NewEmailDialogProps {
  open: boolean
  profile: Profile
  onClose: () => void
  /** Reads what is on file by now, and shows it. */
  readAgain: () => Promise<unknown>
}

/** Takes the code that was sent to a new email address, which then is the one on file. */
export function NewEmailDialog({ open, profile, onClose, readAgain }: NewEmailDialogProps) {
  const emailAddress = profile.waitingEmail

  function close() {
    onClose()
    // Another tab, or customer service, may have changed it meanwhile.
    readAgain().catch(() => undefined)
  }

  async function verify(passCode: string) {
    const key = "POST /myaccount-core/profile/email/verification"
    const { messages, ...answer } = await call(key, { emailAddress, passCode })
    if (answer.status === "SUCCESS") {
      clearNotifications()
      notify(messages)
    }
    return answer
  }

  return (
    <Dialog open={open} title="Confirm your new email" onClose={close}>
      <RequestedCode
        request={() => call("POST /myaccount-core/profile/email/code", {})}
        verify={verify}
        onRight={close}
        onCancel={close}
      />
    </Dialog>
  )
}
