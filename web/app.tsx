import { Suspense, useEffect } from "react"
import styles from "./app.module.css"
import { chunk, Show } from "./chunk.tsx"
import { loadInit, useInit } from "./init.ts"
import { dismissNotification, useNotifications } from "./notifications.ts"
import { Routes } from "./routes.tsx"
import { notFound } from "./screen-chunks.ts"
import { NotificationArea } from "./shell/notification-area.tsx"
import { Button } from "./ui/button.tsx"
import { Card } from "./ui/card.tsx"
import { FullScreenSpinner } from "./ui/spinner.tsx"

/** Shown to nobody, so that it comes after what is. */
const serviceList = chunk(() => import("./service-list.tsx"))

export function App() {
  const { appLoading, appLoaded, hostFound, initData } = useInit()

  // In a file of its own: most clients measure nothing.
  useEffect(() => {
    if (!initData?.gtmId) return
    const started = import("./analytics.ts").then((it) => it.startAnalytics(initData))
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
        <h1>My Account could not be loaded</h1>
        <NotificationArea messages={messages} onDismiss={dismissNotification} />
        <Button onClick={() => void loadInit(undefined)}>Try again</Button>
      </Card>
    </main>
  )
}
