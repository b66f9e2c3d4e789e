import { useId } from "react"
import { call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { accessToken, storeUser } from "#web/identity/session/session.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Badge } from "#web/ui/badge.tsx"
import { ActionLink, Reason } from "../action-link.tsx"
import { disabledReason } from "../edit-option.ts"
import styles from "../profile.module.css"
import type { ProfileProps } from "../profile-props.ts"
import { Row } from "../row.tsx"
import * as texts from "../texts.ts"

/** Whether the person receives transaction emails, with the link to change it. */
export function TransactionEmails({ user, profile, onChanged }: ProfileProps) {
  const { busy, submit } = useSubmit()
  const reasonId = useId()
  const isSubscribed = profile.emailUnsubscribedStatus === "N"
  const { change, label, busyLabel } = isSubscribed ? unsubscribe : resubscribe

  async function send() {
    const { messages } = await call(change, { userId: profile.userId })
    clearNotifications()
    notify(messages)
    onChanged({ ...profile, emailUnsubscribedStatus: isSubscribed ? "Y" : "N" })
    // Another person may have signed in meanwhile.
    if (accessToken() !== user.access_token) return
    storeUser({ ...user, isEmailSubscribed: !isSubscribed })
  }

  const isStaff = user.csUserid !== undefined
  const reason = isStaff ? texts.subscriptionsCustomerOnly : disabledReason(profile.editOption.save)
  return (
    <Row label={texts.transactionEmails}>
      <span className={styles.state}>
        {isSubscribed ? (
          <span>{texts.subscribed}</span>
        ) : (
          <Badge tone="neutral">{texts.unsubscribed}</Badge>
        )}
        <ActionLink
          key="change"
          label={busy ? busyLabel : label}
          reasonId={reason === "" ? undefined : reasonId}
          busy={busy}
          onPress={() => void submit(send)}
        />
      </span>
      <Reason id={reasonId} text={reason} />
    </Row>
  )
}

const unsubscribe = {
  change: "PUT /myaccount-core/emails/unsubscribe",
  label: texts.unsubscribe,
  busyLabel: texts.unsubscribing,
} as const

const resubscribe = {
  change: "PUT /myaccount-core/emails/resubscribe",
  label: texts.resubscribe,
  busyLabel: texts.resubscribing,
} as const
