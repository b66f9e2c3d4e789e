import { type FormEvent, useState } from "react"
import { emailMaxLength, isEmailAddress } from "#contracts/email-address-rules.ts"
import type { Message } from "#contracts/messages.ts"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { call } from "#web/calls/api.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { IdleNote } from "#web/identity/session/idle-note.tsx"
import { loginIp } from "#web/identity/sign-in/login-payload.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Breakable } from "#web/ui/text/breakable.tsx"
import { words } from "#web/ui/text/translate.ts"
import type { StaffAction } from "./customer-actions.tsx"
import { Refusal, wordsOf } from "./refusal.tsx"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

/** The selected action, and the customer. */
export interface Asked {
  action: Exclude<StaffAction, "impersonate" | "payments">
  customer: FoundCustomer
}

export interface Outcome {
  messages: Message[]
  /** The current email address on file, if it was changed. */
  email?: { address: string; version: string }
  /** Whether the registration was deleted. */
  deleted?: boolean
}

interface CustomerDialogsProps {
  /** Null while the dialog is closed. */
  asked: Asked | null
  csUserid: string
  onDone: (outcome: Outcome) => void
  onClose: () => void
}

export function CustomerDialogs({ asked, csUserid, onDone, onClose }: CustomerDialogsProps) {
  const of = (action: Asked["action"]) => (asked?.action === action ? asked.customer : null)
  const [reset, change, remove] = [of("resetPassword"), of("changeEmail"), of("deleteRegistration")]
  return (
    <>
      <Dialog open={reset !== null} title={texts.resetPassword} onClose={onClose}>
        {reset && <ResetPassword customer={reset} onDone={onDone} onClose={onClose} />}
      </Dialog>
      <Dialog open={change !== null} title={texts.changeEmail} onClose={onClose}>
        {change && (
          <ChangeEmail customer={change} csUserid={csUserid} onDone={onDone} onClose={onClose} />
        )}
      </Dialog>
      <Dialog open={remove !== null} title={texts.areYouSure} onClose={onClose}>
        {remove && <DeleteRegistration customer={remove} onDone={onDone} onClose={onClose} />}
      </Dialog>
    </>
  )
}

interface DialogProps {
  customer: FoundCustomer
  onDone: (outcome: Outcome) => void
  onClose: () => void
}

function ResetPassword({ customer, onDone, onClose }: DialogProps) {
  const { busy, refusal, submit } = useDialogSubmit()
  const { emailAddress } = customer.policyHolder
  return (
    <>
      <Whose customer={customer} />
      <p className={styles.more}>
        {texts.resetLinkGoesTo}
        <strong className={styles.long}>
          {emailAddress ? <Breakable text={emailAddress} /> : words(texts.theAddressOnFile)}
        </strong>
        .
      </p>
      <Refusal text={wordsOf(refusal)} />
      <DialogActions>
        <Button
          busy={busy && texts.sending}
          onClick={() =>
            void submit(async () => {
              const { actualUserid: username, emailVersion } = customer
              const body = { username, isCustomerUser: true, emailVersion } as const
              onDone(await call("POST /myaccount-core/agent/resetPassword", body))
            })
          }
        >
          {texts.sendLink}
        </Button>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </>
  )
}

function ChangeEmail({ customer, csUserid, onDone, onClose }: DialogProps & { csUserid: string }) {
  const [newEmail, setNewEmail] = useState("")
  /** Why the address was not changed. */
  const [statusMessage, setStatusMessage] = useState("")
  const { busy, refusal, submit } = useDialogSubmit()

  function save(event: FormEvent) {
    event.preventDefault()
    if (!isEmailAddress(newEmail)) return
    void submit(async () => {
      setStatusMessage("")
      const reply = await call("PUT /myaccount-core/agent/email", {
        userid: customer.actualUserid,
        csUserid,
        newEmail,
        csLoginIp: await loginIp(),
        emailVersion: customer.emailVersion,
      })
      const email = { address: reply.emailAddress, version: reply.emailVersion }
      if (reply.status === "ERROR") setStatusMessage(reply.statusMessage)
      else onDone({ messages: reply.messages, email })
    })
  }

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <Whose customer={customer} />
      <TextField
        label={texts.currentEmail}
        value={customer.policyHolder.emailAddress || texts.noneOnFile}
        disabled
      />
      <TextField
        label={texts.newEmail}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={emailMaxLength}
        value={newEmail}
        onChange={(event) => setNewEmail(event.target.value)}
      />
      <p className={styles.soft}>{texts.bothAddressesTold}</p>
      <Refusal text={statusMessage || wordsOf(refusal)} />
      <DialogActions>
        <Button type="submit" busy={busy && texts.saving} disabled={!isEmailAddress(newEmail)}>
          {texts.saveChanges}
        </Button>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
      <IdleNote />
    </form>
  )
}

function DeleteRegistration({ customer, onDone, onClose }: DialogProps) {
  const { busy, refusal, submit } = useDialogSubmit()
  const { actualUserid: username, emailVersion } = customer
  const { emailAddress } = customer.policyHolder
  return (
    <>
      <p>{texts.deleteQuestion}</p>
      <Whose customer={customer} />
      <dl className={styles.effects}>
        <dt>{texts.goes}</dt>
        <dd>{texts.deletedParts}</dd>
        <dt>{texts.stays}</dt>
        <dd>{texts.keptParts}</dd>
      </dl>
      <p className={styles.soft}>{texts.canRegisterAgain}</p>
      {emailAddress && (
        <p className={styles.more}>
          {texts.deletionEmailGoesTo}
          <strong className={styles.long}>
            <Breakable text={emailAddress} />
          </strong>
          .
        </p>
      )}
      <Refusal text={wordsOf(refusal)} />
      <DialogActions>
        <Button
          look="danger"
          busy={busy && texts.deleting}
          onClick={() =>
            void submit(async () => {
              const key = "DELETE /myaccount-core/agent/users/{username}"
              onDone(await call(key, undefined, { params: { username }, query: { emailVersion } }))
            })
          }
        >
          {texts.deleteLabel}
        </Button>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </>
  )
}

/** Names the customer, so that staff do not act on the wrong one. */
function Whose({ customer }: { customer: FoundCustomer }) {
  const { policyHolder, userid, clientName } = customer
  return (
    <p className={styles.whose}>
      <strong className={styles.long} translate="no">
        <span>{policyHolder.firstName}</span> <span>{policyHolder.lastName}</span>
      </strong>
      <span className={styles.long}>
        <Breakable text={userid} />
        <span translate="no">{`, ${clientName}`}</span>
      </span>
    </p>
  )
}
