import { useEffect, useId, useState } from "react"
import { formattedPhone } from "#contracts/profile/phone-rules.ts"
import { useClient } from "#web/brands/init.ts"
import { Card } from "#web/ui/card.tsx"
import { Dialog } from "#web/ui/dialog.tsx"
import { ActionLink, Reason } from "../action-link.tsx"
import { NewEmailDialog } from "../new-email/new-email-dialog.tsx"
import { WaitingEmail } from "../new-email/pending-email.tsx"
import styles from "../profile.module.css"
import type { ProfileProps } from "../profile-props.ts"
import { Row, Rows } from "../row.tsx"
import { TransactionEmails } from "../subscriptions/transaction-emails.tsx"
import * as texts from "../texts.ts"
import { addressLines } from "./address-lines.ts"
import { formReason } from "./contact-draft.ts"
import { ContactForm, type ContactFormProps } from "./contact-form.tsx"

/** The path under which analytics counts this dialog. */
const pagePath = "/change-contact-info"

function ContactDialog({ open, ...form }: ContactFormProps & { open: boolean }) {
  usePageView(open)
  return (
    <Dialog open={open} title={texts.contactInformation} onClose={form.onClose}>
      <ContactForm {...form} />
    </Dialog>
  )
}

function usePageView(open: boolean) {
  const client = useClient()
  useEffect(() => {
    if (!open || !client.gtmId) return
    const planned = import("#web/brands/analytics.ts").then((it) =>
      it.planPageView(client, pagePath),
    )
    return () => void planned.then((cancel) => cancel())
  }, [open, client])
}

/** The person's contact data, and whether they receive transaction emails. */
export function ContactBlock(props: ProfileProps) {
  const { profile, user } = props
  const [open, setOpen] = useState<"contact" | "code">()
  const close = () => setOpen(undefined)
  const reasonId = useId()
  const { address, phoneNumber, policyHolder } = profile
  const reason = formReason(profile)
  return (
    <section className={styles.section} aria-labelledby="contact-information">
      <h2 id="contact-information">{texts.contactInformation}</h2>
      <Card className={styles.block}>
        <Rows>
          <Row label={texts.address}>
            {addressLines(address).map((line) => (
              <span className={styles.addressLine} key={line} translate="no">
                {line}
              </span>
            ))}
          </Row>
          <Row label={texts.phone}>
            <OnFile text={formattedPhone(phoneNumber)} />
          </Row>
          <Row label={texts.email}>
            <OnFile text={policyHolder.emailAddress} />
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

function OnFile({ text }: { text: string }) {
  return text === "" ? <span>{texts.noneOnFile}</span> : <span translate="no">{text}</span>
}
