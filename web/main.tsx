import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { screenAt } from "#contracts/screens.ts"
import { App } from "./app.tsx"
import { ErrorBoundary } from "./error-boundary.tsx"
import { readFirstPage } from "./first-page.ts"
import { loadInit } from "./init.ts"
import { preloadScreen } from "./screen-chunks.ts"
import { forgetStaleSession } from "./stale-session.ts"
import "./ui/tokens.css"
import "./ui/base.css"

async function start(root: HTMLElement): Promise<void> {
  if (/[?&]clearSession\b/.test(location.search)) {
    const { clearAndReload } = await import("./clear-session.ts")
    clearAndReload()
    return
  }
  forgetStaleSession(Date.now())
  const firstPage = readFirstPage()
  void loadInit(firstPage)
  if (firstPage) {
    const screen = screenAt(location.pathname, firstPage.initData.isCustomerSite)
    // A chunk that does not come is asked for again, and its failure shown, when it is its turn.
    if (screen) await preloadScreen(screen).catch(() => undefined)
  }
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
}

const root = document.getElementById("root")
if (!root) throw new Error("The page has no root element.")
void start(root)
