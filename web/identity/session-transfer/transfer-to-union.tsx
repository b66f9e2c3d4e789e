import { useEffect, useRef, useState } from "react"
import { useGroupTerm } from "#web/brands/union.tsx"
import { call, messagesOf } from "#web/calls/api.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { leaveDialogs } from "#web/ui/dialog-history.ts"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import { clearSession } from "../session/session.ts"
import { withDone } from "./done-before.ts"
import { sendOrigin } from "./send-origin.ts"
import * as texts from "./texts.ts"
import styles from "./transfer-to-union.module.css"

/** Redirects a signed-in member of a client group to the host of their union. */
export default function SessionTransferScreen() {
  const [failed, setFailed] = useState(false)
  const started = useRef(false)
  const term = useGroupTerm()

  async function goOn() {
    setFailed(false)
    try {
      const { siteURL } = await call("POST /appauth/handoff", {})
      // Back must return to the page before the login.
      await leaveDialogs()
      sendOrigin()
      location.replace(withDone(siteURL))
    } catch (error) {
      notify(messagesOf(error))
      setFailed(true)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, also under strict mode
  useEffect(() => {
    if (started.current) return
    started.current = true
    void goOn()
  }, [])

  if (!failed) return <FullScreenSpinner words={texts.takingTo(term)} />
  return (
    <Card className={styles.card}>
      <h1>{texts.notReached(term)}</h1>
      <p>{texts.tryOrLogIn}</p>
      <div className={styles.actions}>
        <Button onClick={() => void goOn()}>{texts.tryAgain}</Button>
        <Button look="secondary" onClick={() => clearSession("logOut")}>
          {texts.goToLogIn}
        </Button>
      </div>
    </Card>
  )
}
