import { useEffect } from "react"
import { loadInit } from "#web/brands/init.ts"
import { NotificationArea } from "#web/shell/notifications/notification-area.tsx"
import { dismissNotification, useNotifications } from "#web/shell/notifications/notifications.ts"
import styles from "#web/shell/plain-screen.module.css"
import { Button } from "#web/ui/button.tsx"
import * as texts from "./texts.ts"
import { useOffline } from "./use-offline.ts"

function tryAgain() {
  void loadInit(undefined)
}

/** The screen for a page whose data could not be fetched. */
export default function NotLoaded() {
  const messages = useNotifications()
  const isOffline = useOffline()
  // Recovers without a click once the browser is back online.
  useEffect(() => {
    addEventListener("online", tryAgain)
    return () => removeEventListener("online", tryAgain)
  }, [])
  return (
    <main className={styles.screen}>
      <h1>{texts.notLoaded}</h1>
      {isOffline ? (
        <p role="alert">{texts.offline}</p>
      ) : (
        <NotificationArea messages={messages} onDismiss={dismissNotification} />
      )}
      <Button onClick={tryAgain}>{texts.tryAgain}</Button>
    </main>
  )
}
