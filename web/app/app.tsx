import { Suspense, useEffect } from "react"
import { loadInit, useInit } from "#web/brands/init.ts"
import { NotificationArea } from "#web/shell/notifications/notification-area.tsx"
import { dismissNotification, useNotifications } from "#web/shell/notifications/notifications.ts"
import styles from "#web/shell/plain-screen.module.css"
import { Button } from "#web/ui/button.tsx"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import { chunk, Part, Show } from "./chunk.tsx"
import { Routes } from "./routes.tsx"
import { notFound } from "./screen-chunks.ts"
import * as texts from "./texts.ts"

/** Invisible, so it loads after the visible parts, and its failure is not shown. */
const afterStart = chunk(() => import("./after-start.tsx").catch(() => ({ default: () => null })))

export function App() {
  const { appLoading, appLoaded, hostFound, initData } = useInit()

  if (appLoading) return <FullScreenSpinner />
  if (!appLoaded) return <NotLoaded />
  if (!hostFound || !initData) {
    return (
      <main>
        <Suspense fallback={<FullScreenSpinner />}>
          <Show chunk={notFound} props={{}} />
        </Suspense>
      </main>
    )
  }
  return (
    <>
      <Routes initData={initData} />
      <Part chunk={afterStart} props={{}} />
    </>
  )
}

function tryAgain() {
  void loadInit(undefined)
}

function NotLoaded() {
  const messages = useNotifications()
  // Recovers without a click when the line is back.
  useEffect(() => {
    addEventListener("online", tryAgain)
    return () => removeEventListener("online", tryAgain)
  }, [])
  return (
    <main className={styles.screen}>
      <h1>{texts.notLoaded}</h1>
      <NotificationArea messages={messages} onDismiss={dismissNotification} />
      <Button onClick={tryAgain}>{texts.tryAgain}</Button>
    </main>
  )
}
