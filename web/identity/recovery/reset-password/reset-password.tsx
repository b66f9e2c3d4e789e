import { type FormEvent, useEffect, useState } from "react"
import { usernameOf } from "#contracts/identity/userid.ts"
import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import type { ScreenProps } from "#web/app/screen-props.ts"
import { UnionField, useChosenSite } from "#web/brands/union.tsx"
import { call } from "#web/calls/api.ts"
import { writeItem } from "#web/calls/local-storage.ts"
import { isComplete, NewPassword } from "#web/forms/new-password.tsx"
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
import * as texts from "./texts.ts"

/** The target of the emailed link: sets a new password and signs the person in. */
export default function ResetPassword({ preload }: ScreenProps) {
  const [ticket, setTicket] = useState<string>()
  const [isRead, setIsRead] = useState(false)

  useEffect(() => {
    setTicket(takeTicket())
    setIsRead(true)
  }, [])

  if (!isRead) return null
  return (
    <RecoveryCard title={texts.resetYourPassword}>
      {ticket ? <PasswordForm ticket={ticket} preload={preload} /> : <NoTicket />}
    </RecoveryCard>
  )
}

function PasswordForm({ ticket, preload }: { ticket: string; preload: ScreenProps["preload"] }) {
  const [unionClient, setUnionClient] = useState("")
  const [passwords, setPasswords] = useState({ password: "", confirmation: "" })
  const site = useChosenSite(unionClient)
  const { busy, submit } = useSubmit()
  const isReady = site !== undefined && isComplete(passwords)

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
    <form className={styles.form} noValidate onSubmit={send}>
      <UnionField value={unionClient} onChange={setUnionClient} />
      <NewPassword
        labels={{ password: texts.newPassword, confirmation: texts.confirmPassword }}
        value={passwords}
        onChange={setPasswords}
      />
      <Button type="submit" wide disabled={!isReady} busy={busy && texts.savingYourPassword}>
        {texts.submitNewPassword}
      </Button>
    </form>
  )
}

/** Shown after a reload, because the secret of the link is not stored. */
function NoTicket() {
  return (
    <>
      <p>{texts.openLinkAgain}</p>
      <ButtonLink href={screens.forgotPassword.path} look="secondary">
        {texts.askForANewLink}
      </ButtonLink>
    </>
  )
}
