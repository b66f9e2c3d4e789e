import { useEffect, useRef, useState } from "react"
import { screens } from "#contracts/screens.ts"
import { CallError, call, messagesOf } from "../api.ts"
import { navigate } from "../location.ts"
import { notify } from "../notifications.ts"
import { storeUser } from "../session.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { FullScreenSpinner } from "../ui/spinner.tsx"
import styles from "./hand-over.module.css"

type State = "working" | "unreachable" | "refused" | "acting refused"

/** Where a hand-off arrives: it becomes a session of this host. */
export default function LoggingIn() {
  const [state, setState] = useState<State>("working")
  const started = useRef(false)

  async function redeem() {
    setState("working")
    const token = location.pathname.split("/").at(-1) ?? ""
    try {
      const user = await call("POST /appauth/handoff/redeem", { token })
      storeUser(user)
      // The token is used up, and its address leaves the history.
      navigate(screens.dashboard.path, { replace: true })
    } catch (error) {
      notify(messagesOf(error))
      setState(stateAfter(error))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a hand-off is redeemed once, also under strict mode
  useEffect(() => {
    if (started.current) return
    started.current = true
    void redeem()
  }, [])

  if (state === "working") return <FullScreenSpinner words="Logging in…" />
  if (state === "acting refused") {
    return (
      <Card className={styles.card}>
        <h1>We could not open the customer's site</h1>
        <p>
          Each way into it works once, within a minute. Please close this tab, go back to Search
          Clients and choose Impersonate again.
        </p>
      </Card>
    )
  }
  return (
    <Card className={styles.card}>
      <h1>We could not log you in</h1>
      <p>Nothing is lost: please log in with your username and password.</p>
      <div className={styles.actions}>
        {state === "unreachable" && <Button onClick={() => void redeem()}>Try again</Button>}
        <ButtonLink href="/" look={state === "unreachable" ? "secondary" : "primary"}>
          Go to log-in
        </ButtonLink>
      </div>
    </Card>
  )
}

function stateAfter(error: unknown): State {
  if (!(error instanceof CallError)) return "refused"
  if (error.status === 0) return "unreachable"
  const isActing = error.messages.some(({ messageId }) => messageId === "handoff.actingInvalid")
  return isActing ? "acting refused" : "refused"
}
