import { Suspense, useState } from "react"
import { call } from "../api.ts"
import { chunk, Show } from "../chunk.tsx"
import { useClient } from "../init.ts"
import { storeSupportUser } from "../session.ts"
import { Card } from "../ui/card.tsx"
import { FullScreenSpinner } from "../ui/spinner.tsx"
import styles from "./login.module.css"
import { SignInForm } from "./sign-in-form.tsx"
import { type Credentials, loginPayload, sessionIn } from "./steps.ts"

/** Only some staff need it, after their password. */
const secondFactor = chunk(() => import("./second-factor.tsx"))

/** The support site's log-in: staff need no mailed code, and some the code of their app. */
export default function SupportLogin() {
  const { client, clientName } = useClient()
  const [step, setStep] = useState<"code" | "enrol">()

  async function logIn(credentials: Credentials) {
    const site = { client, clientName, isCustomerUser: false }
    const reply = await call("POST /appauth/login", await loginPayload(credentials, site))
    const agent = sessionIn(reply)
    // The routes now lead on to the search.
    if (agent) storeSupportUser(agent)
    if (reply.secondFactor) setStep(reply.secondFactor)
  }

  if (step) {
    return (
      <Suspense fallback={<FullScreenSpinner />}>
        <Show chunk={secondFactor} props={{ step, onBack: () => setStep(undefined) }} />
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
