import { Suspense, useState } from "react"
import type { LoginPayload } from "#contracts/identity/sign-in.ts"
import { screens } from "#contracts/screens.ts"
import { chunk, Show } from "#web/app/chunk.tsx"
import { screenTitle } from "#web/app/page-title.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { storeStaffUser } from "#web/identity/session/session.ts"
import { sendUserInformation, sessionIn } from "#web/identity/session-transfer/opened-session.ts"
import type { Credentials } from "#web/identity/sign-in/credentials.ts"
import styles from "#web/identity/sign-in/login.module.css"
import { loginPayload } from "#web/identity/sign-in/login-payload.ts"
import { SignInForm } from "#web/identity/sign-in/sign-in-form.tsx"
import { Card } from "#web/ui/card.tsx"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import * as texts from "../texts.ts"
import { ProviderButtons } from "./provider-buttons.tsx"
import own from "./support-login.module.css"

/**
 * In a separate file, because only some staff need it after their password, for the code of their
 * app or a new password.
 */
const secondFactor = chunk(() => import("../second-factor/second-factor.tsx"))

/**
 * The login of the support site. It does not email codes; some staff enter a code from their app.
 */
export default function SupportLogin() {
  const { client, clientName, staffSignIn } = useClient()
  const allowsPassword = staffSignIn?.allowsLocalAccounts ?? true
  const [next, setNext] = useState<{ step: "code" | "enrol" | "password"; payload: LoginPayload }>()

  async function signIn(credentials: Credentials) {
    const site = { client, clientName, isCustomerUser: false }
    const payload = await loginPayload(credentials, site)
    const reply = await call("POST /appauth/login", payload)
    const staff = sessionIn(reply)
    if (staff) {
      await sendUserInformation(staff, payload)
      // The routes now redirect to the search.
      storeStaffUser(staff)
    }
    const step = reply.secondFactor ?? (reply.mustChangePassword ? "password" : undefined)
    if (step) setNext({ step, payload })
  }

  if (next) {
    return (
      <Suspense fallback={<FullScreenSpinner />}>
        <Show chunk={secondFactor} props={{ ...next, onBack: () => setNext(undefined) }} />
      </Suspense>
    )
  }
  return (
    <div className={styles.alone}>
      <Card className={styles.card}>
        <h1>{texts.customerSupportLogin}</h1>
        {staffSignIn && <ProviderButtons providers={staffSignIn.providers} />}
        {staffSignIn && allowsPassword && <h2 className={own.or}>{texts.orWithPassword}</h2>}
        {allowsPassword && <SignInForm onSubmit={signIn} />}
      </Card>
      <p>
        <TextLink alone href={screens.accessibility.path}>
          {screenTitle("accessibility")}
        </TextLink>
      </p>
    </div>
  )
}
