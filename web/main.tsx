import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { screenAt, screens } from "#contracts/screens.ts"
import { App } from "./app/app.tsx"
import { ErrorBoundary } from "./app/error-boundary.tsx"
import { preloadScreen } from "./app/screen-chunks.ts"
import { loadInit } from "./brands/init.ts"
import { readFirstPage } from "./brands/read-first-page.ts"
import { accessToken } from "./identity/session/session.ts"
import { forgetStaleSession } from "./identity/session/stale-session.ts"
// Most visits start here: one file compresses better than two, and arrives as a whole.
import "./identity/sign-in/login.tsx"
import "./ui/tokens.css"
import "./ui/base.css"
import "./ui/start.css"

async function start(root: HTMLElement): Promise<void> {
  if (/[?&]clearSession\b/.test(location.search)) {
    const { clearAndReload } = await import("./identity/session/clear-session.ts")
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
    if (screen && screens[screen].signedIn && !accessToken()) {
      void import("./app/blocked-storage.ts").then((it) => it.tellBlockedStorage())
    }
  }
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
}

// Asked for before all other files, because a double click may come early.
void import("./app/double-click.ts").then((it) => it.ignoreMisplacedClicks())
const root = document.getElementById("root")
if (!root) throw new Error("There is no root element.")
void start(root)
