import type { Profile } from "#contracts/profile/profile.ts"
import { call } from "#web/calls/api.ts"
import { RequestedCode } from "#web/identity/codes/step-up/requested-code.tsx"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Dialog } from "#web/ui/dialog.tsx"
import * as texts from "../texts.ts"

interface NewEmailDialogProps {
  open: boolean
  profile: Profile
  onClose: () => void
  /** Loads the current profile and shows it. */
  readAgain: () => Promise<unknown>
}

/** Asks for the code sent to a new email address, which replaces the one on file. */
export function NewEmailDialog({ open, profile, onClose, readAgain }: NewEmailDialogProps) {
  const emailAddress = profile.waitingEmail

  function close() {
    onClose()
    // Another tab or customer service may have changed it meanwhile.
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
    <Dialog open={open} title={texts.confirmYourNewEmail} onClose={close}>
      <RequestedCode
        request={() => call("POST /myaccount-core/profile/email/code", {})}
        verify={verify}
        onRight={close}
        onCancel={close}
      />
    </Dialog>
  )
}
