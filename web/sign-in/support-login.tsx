import { Suspense, useState } from "react"
import type { LoginPayload } from "#contracts/appauth/sign-in.ts"
import { call } from "../api.ts"
import { chunk, Show } from "../chunk.tsx"
import { useClient } from "../init.ts"
import { storeSupportUser } from "../session.ts"
import { Card } from "../ui/card.tsx"
import { FullScreenSpinner } from "../ui/spinner.tsx"
import styles from "./login.module.css"
import { loginPayload } from "./login-payload.ts"
import { sendUserInformation, sessionIn } from "./opened-session.ts"
import { SignInForm } from "./sign-in-form.tsx"
import type { Credentials } from "./steps.ts"

/** Only some staff need it, after their password: the code of their app, or a new password. */
const secondFactor = chunk(() => import("./second-factor.tsx"))

/** The support site's log-in: staff need no mailed code, and some the code of their app. */
export default function SupportLogin() {
  const { client, clientName } = useClient()
  const [next, setNext] = useState<{ step: "code" | "enrol" | "password"; payload: LoginPayload }>()

  async function logIn(credentials: Credentials) {
    const site = { client, clientName, isCustomerUser: false }
    const payload = await loginPayload(credentials, site)
    const reply = await call("POST /appauth/login", payload)
    const agent = sessionIn(reply)
    if (agent) {
      await sendUserInformation(agent, payload)
      // The routes now lead on to the search.
      storeSupportUser(agent)
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
        <h1>Customer Support Login</h1>
        <SignInForm ready onSubmit={logIn} />
      </Card>
    </div>
  )
}
