import { useEffect, useRef, useState } from "react"
import { navigate } from "#web/app/location.ts"
import { useClient } from "#web/brands/init.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { storeStaffUser } from "#web/identity/session/session.ts"
import { sendUserInformation, sessionIn } from "#web/identity/session-transfer/opened-session.ts"
import styles from "#web/identity/session-transfer/transfer-to-union.module.css"
import { loginPayload } from "#web/identity/sign-in/login-payload.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import * as texts from "../texts.ts"
import { wantedScreen } from "./wanted-screen.ts"

/** The redirect target of an identity provider. Exchanges its response for a session. */
export default function ProviderLogin() {
  const { client, clientName } = useClient()
  const [over, setOver] = useState<"refused" | "no answer">()
  const started = useRef(false)

  async function finish(provider: string, answer: string) {
    try {
      const reply = await call("POST /appauth/staff/providers/finish", { provider, answer })
      const staff = sessionIn(reply)
      if (!staff) throw new Error("The reply does not contain a session.")
      const credentials = { username: staff.userid, password: "" }
      const site = { client, clientName, isCustomerUser: false }
      await sendUserInformation(staff, await loginPayload(credentials, site))
      storeStaffUser(staff)
      navigate(wantedScreen(), { replace: true })
    } catch (error) {
      notify(messagesOf(error))
      setOver("refused")
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is sent once, also under strict mode
  useEffect(() => {
    if (started.current) return
    started.current = true
    const { pathname, search } = location
    // Removes the response from the address, which appears in the history.
    history.replaceState(history.state, "", pathname)
    if (search === "") setOver("no answer")
    else void finish(pathname.split("/").at(-1) ?? "", search)
  }, [])

  if (!over) return <FullScreenSpinner words={texts.loggingIn} />
  return (
    <Card className={styles.card}>
      <h1>{texts.notLoggedIn}</h1>
      {over === "no answer" && <p>{texts.answerWorksOnce}</p>}
      <div className={styles.actions}>
        <ButtonLink href="/">{texts.goToLogin}</ButtonLink>
      </div>
    </Card>
  )
}
