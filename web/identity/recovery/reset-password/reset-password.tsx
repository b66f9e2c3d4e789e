import { type FormEvent, useEffect, useState } from "react"
import { usernameOf } from "#contracts/identity/userid.ts"
import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import type { ScreenProps } from "#web/app/screen-props.ts"
import { UnionField, useChosenSite, useGroupTerm } from "#web/brands/union.tsx"
import { CallError, call } from "#web/calls/api.ts"
import { writeItem } from "#web/calls/local-storage.ts"
import { NewPassword } from "#web/forms/new-password.tsx"
import { areMissing, passwordStep, StillMissing } from "#web/forms/still-missing.tsx"
import { useSubmit } from "#web/forms/use-submit.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button, ButtonLink } from "#web/ui/button.tsx"
import { deviceInfo } from "../../devices/device.ts"
import { storeUser } from "../../session/session.ts"
import { sendUserInformation } from "../../session-transfer/opened-session.ts"
import { loginIp } from "../../sign-in/login-payload.ts"
import styles from "../recovery-card.module.css"
import { RecoveryCard } from "../recovery-card.tsx"
import { takeTicket } from "../reset-ticket.ts"
import * as texts from "../texts.ts"

type ResetLink =
  | { state: "checking" }
  | { state: "live"; ticket: string; client: string; username: string }
  /** The link is used, expired or unknown. */
  | { state: "dead"; lines: readonly string[] }
  /** The tab no longer has the secret of the link, for example because another person logged in. */
  | { state: "forgotten" }

/** The emailed link that opened this page; undefined until it is read. */
function useResetLink(): ResetLink | undefined {
  const [link, setLink] = useState<ResetLink>()

  useEffect(() => {
    const ticket = takeTicket()
    setLink({ state: ticket ? "checking" : "forgotten" })
    if (ticket) void checkedOnce(ticket).then(setLink)
  }, [])

  return link
}

let asked: { ticket: string; link: Promise<ResetLink> } | undefined

/**
 * Checks a ticket once. The screen mounts again when the ticket is removed from the address, and
 * then reuses the reply of the first call.
 */
function checkedOnce(ticket: string): Promise<ResetLink> {
  if (asked?.ticket !== ticket) {
    const link = checked(ticket).finally(() => {
      asked = undefined
    })
    asked = { ticket, link }
  }
  return asked.link
}

/** If the check fails, the form stays open, and submitting it shows the error. */
async function checked(ticket: string): Promise<ResetLink> {
  try {
    const { client, username } = await call("POST /appauth/resetPassword/ticket", { ticket })
    return { state: "live", ticket, client, username }
  } catch (error) {
    if (error instanceof CallError && error.status === 404) {
      return { state: "dead", lines: error.messages.flatMap(({ content }) => content) }
    }
    return { state: "live", ticket, client: "", username: "" }
  }
}

/** The target of the emailed link: sets a new password and signs the person in. */
export default function ResetPassword({ preload }: ScreenProps) {
  const link = useResetLink()

  if (link === undefined) return null
  return (
    <RecoveryCard title={texts.resetYourPassword}>
      {link.state === "live" && <PasswordForm {...link} preload={preload} />}
      {link.state === "checking" && <p role="status">{texts.checkingYourLink}</p>}
      {link.state === "dead" && <NoForm lines={link.lines} />}
      {link.state === "forgotten" && <NoForm lines={[texts.openLinkAgain]} />}
    </RecoveryCard>
  )
}

interface PasswordFormProps {
  ticket: string
  /** The union of the ticket; "" if the check failed. */
  client: string
  username: string
  preload: ScreenProps["preload"]
}

function PasswordForm({ ticket, client: ofTicket, username, preload }: PasswordFormProps) {
  const [unionClient, setUnionClient] = useState(ofTicket)
  const [passwords, setPasswords] = useState({ password: "", confirmation: "" })
  const site = useChosenSite(unionClient)
  const term = useGroupTerm()
  const { busy, submit } = useSubmit()
  const steps = [!site && texts.chooseYour(term), passwordStep(passwords)]
  const isReady = !areMissing(steps)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady) void submit(reset)
  }

  async function reset() {
    if (!site) return
    const { client, hostName, unionHostName } = site
    preload("dashboard")
    const { messages, ...user } = await call("POST /appauth/resetPassword", {
      password: passwords.password,
      ticket,
      hostName,
      client,
    })
    const [clientLoginIp, userDeviceInfo] = await Promise.all([loginIp(), deviceInfo()])
    await sendUserInformation(user, {
      username: usernameOf(user.userid),
      isCustomerUser: false,
      client,
      clientLoginIp,
      userDeviceInfo,
    })
    notify(messages, screens.dashboard.path)
    writeItem("selectedUnionHostName", unionHostName)
    storeUser(user)
    navigate(screens.dashboard.path, { replace: true })
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={send}>
      {/* Password managers store the new password under this username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <UnionField value={unionClient} onChange={setUnionClient} />
      <NewPassword
        labels={{ password: texts.newPassword, confirmation: texts.confirmPassword }}
        value={passwords}
        onChange={setPasswords}
      />
      <Button type="submit" wide disabled={!isReady} busy={busy && texts.savingYourPassword}>
        {texts.submitNewPassword}
      </Button>
      <StillMissing steps={steps} />
    </form>
  )
}

/** Explains before a password is typed that the link cannot reset it. */
function NoForm({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <div role="alert">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <ButtonLink href={screens.forgotPassword.path}>{texts.askForANewLink}</ButtonLink>
    </>
  )
}
