import { call } from "../api.ts"
import { useClient } from "../init.ts"
import { storeSupportUser } from "../session.ts"
import { Card } from "../ui/card.tsx"
import styles from "./login.module.css"
import { SignInForm } from "./sign-in-form.tsx"
import { type Credentials, loginPayload, sessionIn } from "./steps.ts"

/** The support site's log-in: staff need no code. */
export default function SupportLogin() {
  const { client, clientName } = useClient()

  async function logIn(credentials: Credentials) {
    const site = { client, clientName, isCustomerUser: false }
    const reply = await call("POST /appauth/login", await loginPayload(credentials, site))
    const agent = sessionIn(reply)
    // The routes now lead on to the search.
    if (agent) storeSupportUser(agent)
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
