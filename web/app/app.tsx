import { Suspense, useEffect } from "react"
import { loadInit, useInit } from "#web/brands/init.ts"
import { NotificationArea } from "#web/shell/notifications/notification-area.tsx"
import { dismissNotification, useNotifications } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import styles from "./app.module.css"
import { chunk, Show } from "./chunk.tsx"
import { Routes } from "./routes.tsx"
import { notFound } from "./screen-chunks.ts"
import * as texts from "./texts.ts"

/** Invisible, so it loads after the visible parts. */
const serviceList = chunk(() => import("#web/brands/service-list.tsx"))

export function App() {
  const { appLoading, appLoaded, hostFound, initData } = useInit()

  // In a separate file: most clients measure nothing.
  useEffect(() => {
    if (!initData?.gtmId) return
    const started = import("#web/brands/analytics.ts").then((it) => it.startAnalytics(initData))
    return () => void started.then((stop) => stop())
  }, [initData])

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
      <Suspense>
        <Show chunk={serviceList} props={{}} />
      </Suspense>
    </>
  )
}

function NotLoaded() {
  const messages = useNotifications()
  return (
    <main className={styles.page}>
      <Card className={styles.notLoaded}>
        <h1>{texts.notLoaded}</h1>
        <NotificationArea messages={messages} onDismiss={dismissNotification} />
        <Button onClick={() => void loadInit(undefined)}>{texts.tryAgain}</Button>
      </Card>
    </main>
  )
}
