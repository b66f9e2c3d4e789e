import { useId, useState } from "react"
import { formattedPhone } from "#contracts/profile/phone-rules.ts"
import { call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { accessToken, storeUser } from "#web/identity/session/session.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Card } from "#web/ui/card.tsx"
import { ActionLink, Reason } from "../action-link.tsx"
import { NewEmailDialog } from "../new-email/new-email-dialog.tsx"
import { WaitingEmail } from "../new-email/waiting-email.tsx"
import styles from "../profile.module.css"
import type { ProfileProps } from "../profile-props.ts"
import { Row, Rows } from "../row.tsx"
import { addressLines } from "./address-lines.ts"
import { ContactDialog } from "./contact-dialog.tsx"
import * as texts from "./texts.ts"

/** The person's contact data, and whether they get transaction emails. */
export function ContactBlock(props: ProfileProps) {
  const { profile, user } = props
  const [open, setOpen] = useState<"contact" | "code">()
  const close = () => setOpen(undefined)
  const reasonId = useId()
  const { address, phoneNumber, policyHolder } = profile
  const reason = profile.editOption.save.message
  return (
    <section className={styles.section} aria-labelledby="contact-information">
      <h2 id="contact-information">{texts.contactInformation}</h2>
      <Card className={styles.block}>
        <Rows>
          <Row label={texts.address}>
            {addressLines(address).map((line) => (
              <span className={styles.addressLine} key={line}>
                {line}
              </span>
            ))}
          </Row>
          <Row label={texts.phone}>{formattedPhone(phoneNumber) || texts.noneOnFile}</Row>
          <Row label={texts.email}>
            {policyHolder.emailAddress || texts.noneOnFile}
            {profile.waitingEmail !== "" && (
              <WaitingEmail
                profile={profile}
                isActing={user.csUserid !== undefined}
                onEnter={() => setOpen("code")}
                onChanged={props.onChanged}
              />
            )}
          </Row>
          <TransactionEmails {...props} />
        </Rows>
        <div className={styles.end}>
          <ActionLink
            label={texts.makeChanges}
            about={texts.contactInformationInSentence}
            reasonId={reason === "" ? undefined : reasonId}
            onPress={() => setOpen("contact")}
          />
          <Reason id={reasonId} text={reason} />
        </div>
      </Card>
      <ContactDialog
        open={open === "contact"}
        user={user}
        profile={profile}
        onClose={close}
        onChanged={props.onChanged}
        onNewEmail={() => setOpen("code")}
        readAgain={props.readAgain}
      />
      <NewEmailDialog
        open={open === "code"}
        profile={profile}
        onClose={close}
        readAgain={props.readAgain}
      />
    </section>
  )
}

const forStaffText = texts.customerOnly

function TransactionEmails({ user, profile, onChanged }: ProfileProps) {
  const { busy, submit } = useSubmit()
  const reasonId = useId()
  if (profile.emailUnsubscribedStatus === "N")
    return <Row label={texts.transactionEmails}>{texts.subscribed}</Row>

  async function resubscribe() {
    const { messages } = await call("PUT /myaccount-core/emails/resubscribe", {
      userId: profile.userId,
    })
    notify(messages)
    onChanged({ ...profile, emailUnsubscribedStatus: "N" })
    // Another person may have signed in meanwhile.
    if (accessToken() === user.access_token) storeUser({ ...user, isEmailSubscribed: true })
  }

  const reason = user.csUserid === undefined ? profile.editOption.save.message : forStaffText
  return (
    <Row label={texts.transactionEmails}>
      <span className={styles.state}>
        <Badge tone="neutral">{texts.unsubscribed}</Badge>
        <ActionLink
          label={busy ? texts.resubscribing : texts.resubscribe}
          reasonId={reason === "" ? undefined : reasonId}
          busy={busy}
          onPress={() => void submit(resubscribe)}
        />
      </span>
      <Reason id={reasonId} text={reason} />
    </Row>
  )
}
