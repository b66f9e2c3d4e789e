import { useState } from "react"
import { emailMaxLength } from "#contracts/email-address-rules.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import {
  addressLineMaxLength,
  cityMaxLength,
  filteredZip,
} from "#contracts/payments/payment-method-rules.ts"
import type { ContactPart } from "#contracts/profile/contact-rules.ts"
import { phoneDigits } from "#contracts/profile/phone-rules.ts"
import type { Profile } from "#contracts/profile/profile.ts"
import { CallError, call } from "#web/calls/api.ts"
import { readItem } from "#web/calls/local-storage.ts"
import { PhoneField } from "#web/forms/phone-field.tsx"
import { StateField } from "#web/forms/state-field.tsx"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import type { Elements } from "#web/ui/elements.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { ChangeForm } from "../dialog-form.tsx"
import { profileErrors } from "../profile-errors.ts"
import * as texts from "../texts.ts"
import { ChangedMeanwhile } from "./changed-meanwhile.tsx"
import { type ContactField, draftOf, draftProblems, reasonsOf, withFiled } from "./contact-draft.ts"
import styles from "./contact-form.module.css"

export interface ContactFormProps {
  user: StoredUser
  profile: Profile
  onClose: () => void
  onChanged: (profile: Profile) => void
  /** Called when a new email address needs its code. */
  onNewEmail: () => void
  /** Loads the current profile. Errors: `CallError`. */
  readAgain: () => Promise<Profile>
}

/** The form for address, phone number, and email address. */
export function ContactForm({
  user,
  profile,
  onClose,
  onChanged,
  onNewEmail,
  readAgain,
}: ContactFormProps) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  // The profile on which the change is based. Another tab may refresh the page behind the form.
  const [base, setBase] = useState(profile)
  const [meanwhile, setMeanwhile] = useState<Profile>()
  const { form, errors, check, corrected } = useFieldErrors<ContactField>()
  const { busy, refusal, submit } = useDialogSubmit(profileErrors)
  const reasons = reasonsOf(base)

  function change(name: ContactField, value: string) {
    setDraft({ ...draft, [name]: value })
    corrected(name)
  }
  const field = (name: ContactField, part: ContactPart) => ({
    name,
    value: draft[name],
    error: errors[name],
    disabled: reasons[part] !== "",
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })

  async function save() {
    clearNotifications()
    const { reenteredEmail: _, phoneNumber, ...typed } = draft
    try {
      const { profile: saved, messages } = await call("PUT /myaccount-core/profile", {
        ...typed,
        phoneNumber: phoneDigits(phoneNumber),
        personNumber: base.policyHolder.personNumber,
        username: usernameOf(user.userid),
        hostName: location.hostname,
        clientLoginIp: readItem("customerLoginIp") ?? "",
        contactVersion: base.contactVersion,
      })
      onChanged(saved)
      notify(messages)
      onClose()
      if (saved.waitingEmail !== "" && saved.waitingEmail === typed.emailAddress.trim())
        onNewEmail()
    } catch (error) {
      // The error is shown even if the current profile cannot be loaded.
      if (isConflict(error)) await readMeanwhile().catch(() => undefined)
      throw error
    }
  }

  async function readMeanwhile() {
    const onFile = await readAgain()
    setBase(onFile)
    setMeanwhile(onFile)
  }

  return (
    <ChangeForm
      form={form}
      refusal={refusal}
      busy={busy}
      onSend={() => {
        if (check(draftProblems(draft, base))) void submit(save)
      }}
      onCancel={onClose}
    >
      {meanwhile && (
        <ChangedMeanwhile
          draft={draft}
          onFile={meanwhile}
          onTake={(part) => setDraft(withFiled(draft, part, meanwhile))}
        />
      )}
      <Part reason={reasons.address}>
        <TextField
          label={texts.address1}
          required
          maxLength={addressLineMaxLength}
          autoComplete="address-line1"
          {...field("addressLine1", "address")}
        />
        <TextField
          label={texts.address2}
          maxLength={addressLineMaxLength}
          autoComplete="address-line2"
          {...field("addressLine2", "address")}
        />
        <TextField
          label={texts.address3}
          maxLength={addressLineMaxLength}
          autoComplete="address-line3"
          {...field("addressLine3", "address")}
        />
        <TextField
          label={texts.city}
          required
          maxLength={cityMaxLength}
          autoComplete="address-level2"
          {...field("cityName", "address")}
        />
        <div className={styles.pair}>
          <StateField required autoComplete="address-level1" {...field("stateCode", "address")} />
          <TextField
            label={texts.zipCode}
            required
            inputMode="numeric"
            autoComplete="postal-code"
            {...field("zipCode", "address")}
            onChange={(event) => change("zipCode", filteredZip(event.target.value))}
          />
        </div>
      </Part>
      <Part reason={reasons.phoneNumber}>
        <PhoneField
          label={texts.phoneNumber}
          {...field("phoneNumber", "phoneNumber")}
          onChange={(shown) => change("phoneNumber", shown)}
        />
      </Part>
      <Part reason={reasons.email}>
        <TextField
          label={texts.email}
          type="email"
          required
          maxLength={emailMaxLength}
          autoComplete="email"
          {...field("emailAddress", "email")}
        />
        <TextField
          label={texts.reEnterEmail}
          type="email"
          required
          maxLength={emailMaxLength}
          autoComplete="off"
          {...field("reenteredEmail", "email")}
        />
      </Part>
    </ChangeForm>
  )
}

function isConflict(error: unknown): boolean {
  const ids = error instanceof CallError ? error.messages.map(({ messageId }) => messageId) : []
  return ids.includes("profile.changedMeanwhile")
}

/** Fields that are enabled or disabled together; `reason` explains why they are disabled. */
function Part({ reason, children }: { reason: string; children: Elements }) {
  return (
    <div className={styles.part}>
      {reason !== "" && <p className={styles.reason}>{reason}</p>}
      {children}
    </div>
  )
}
