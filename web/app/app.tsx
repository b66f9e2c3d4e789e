import { Suspense } from "react"
import { useInit } from "#web/brands/init.ts"
import { useHydrated } from "#web/ui/hydration/hydrated.ts"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import { chunk, Part, Show } from "./chunk.tsx"
import { Routes } from "./routes.tsx"
import { notFound } from "./screen-chunks.ts"

/** Invisible, so it loads after the visible parts, and no error is shown if it fails. */
const afterStart = chunk(() => import("./after-start.tsx").catch(() => ({ default: () => null })))

/** Loaded together with the data of the page, so that it is available if they fail to load. */
export const notLoaded = chunk(() => import("./not-loaded.tsx"))

export function App() {
  const { appLoading, appLoaded, hostFound, initData } = useInit()
  const isHydrated = useHydrated()

  if (appLoading) return <FullScreenSpinner />
  if (!appLoaded) return <Part chunk={notLoaded} props={{}} />
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
      {isHydrated && <Part chunk={afterStart} props={{}} />}
    </>
  )
}
