import { startTransition } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { screenAt, screens } from "#contracts/screens.ts"
import { notLoaded } from "./app/app.tsx"
import { application } from "./app/application.tsx"
import { ignoreMisplacedClicks } from "./app/double-click.ts"
import { prepareTakeOver } from "./app/first-paint/take-over.ts"
import { preloadScreen } from "./app/screen-chunks.ts"
import { loadInit } from "./brands/init.ts"
import { readFirstPage } from "./brands/read-first-page.ts"
import { unionField } from "./brands/union.tsx"
import { withoutClearSession } from "./identity/session/clear-session-query.ts"
import { accessToken, isStopped } from "./identity/session/session.ts"
import { forgetStaleSession } from "./identity/session/stale-session.ts"
// Most visits start here. One file compresses better than many, and all its parts arrive together.
import "./identity/sign-in/login.tsx"
import "./identity/sign-in/login-requirements.tsx"
import "./shell/footer/footer.tsx"
import "./ui/tokens.css"
import "./ui/base.css"
import "./ui/start.css"

async function start(root: HTMLElement): Promise<void> {
  const search = withoutClearSession(location.search)
  if (search !== undefined) {
    return await import("./identity/session/clear-session.ts").then((it) =>
      it.clearAndReload(search),
    )
  }
  forgetStaleSession(Date.now())
  const isRendered = root.hasAttribute("data-rendered")
  const isSkeleton = root.hasAttribute("data-outline")
  const firstPage = readFirstPage()
  void loadInit(firstPage)
  if (firstPage) {
    const screen = screenAt(location.pathname, firstPage.initData.isCustomerSite)
    // A chunk that fails to load is requested again when its screen is shown, which also shows the
    // error.
    await Promise.all([
      screen && preloadScreen(screen),
      firstPage.clientGroup && unionField.preload(),
      isRendered && prepareTakeOver(),
      isSkeleton &&
        import("./app/first-paint/skeleton.ts").then((it) => it.continueFromSkeleton(root)),
    ]).catch(() => undefined)
    if (screen && screens[screen].signedIn && !accessToken()) {
      void import("./app/blocked-storage.ts").then((it) => it.warnOfBlockedStorage())
    }
  } else void notLoaded.preload().catch(() => undefined)
  // In a transition, React works in short tasks, so a person can type in between.
  startTransition(() => {
    if (isRendered && firstPage && !accessToken() && !isStopped()) hydrateRoot(root, application)
    else {
      // A skeleton stays until React has rendered its screen. Any other prerendered screen is not
      // this person's.
      if (isRendered || !accessToken() || isStopped()) root.textContent = ""
      createRoot(root).render(application)
    }
  })
  // See web/ui/start.css.
  root.removeAttribute("data-rendered")
  root.removeAttribute("data-outline")
}

ignoreMisplacedClicks()
const root = document.getElementById("root")
if (!root) throw new Error("There is no root element.")
// In a separate task, because parsing this file has already been a long one.
setTimeout(() => void start(root))
