import type { Profile } from "#contracts/profile/profile.ts"
import { call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { awayReasonId } from "#web/shell/account-system/account-system-banner.tsx"
import { useIsAway } from "#web/shell/account-system/while-away.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Badge } from "#web/ui/badge.tsx"
import { ActionLink } from "../action-link.tsx"
import styles from "../profile.module.css"
import * as texts from "../texts.ts"

interface WaitingEmailProps {
  profile: Profile
  /**
   * Whether staff act for the customer. They see the pending address, but only the customer can
   * cancel it.
   */
  isActing: boolean
  onEnter: () => void
  onChanged: (profile: Profile) => void
}

/** A new email address that needs its code, below the one on file. */
export function WaitingEmail({ profile, isActing, onEnter, onChanged }: WaitingEmailProps) {
  const { busy, submit } = useSubmit()
  const isAway = useIsAway()

  async function cancel() {
    const { messages } = await call("DELETE /myaccount-core/profile/email")
    notify(messages)
    onChanged({ ...profile, waitingEmail: "" })
  }

  return (
    <div className={styles.waiting}>
      <Badge tone="info">{texts.waitingForConfirmation}</Badge>
      <span>{profile.waitingEmail}</span>
      {!isActing && (
        <span className={styles.state}>
          <ActionLink
            label={texts.enterCode}
            about={texts.newEmailAddress}
            reasonId={isAway ? awayReasonId : undefined}
            onPress={onEnter}
          />
          <ActionLink
            label={texts.cancel}
            about={texts.changeOfEmailAddress}
            reasonId={undefined}
            busy={busy}
            onPress={() => void submit(cancel)}
          />
        </span>
      )}
    </div>
  )
}
