import type { InitData } from "#contracts/brands/clients.ts"
import { type ScreenName, screenAt, screens } from "#contracts/screens.ts"
import { followPath } from "#web/app/location.ts"
import { isInThisDocument, mayLoadBrandScripts } from "#web/app/own-document.ts"
import { tabTitle } from "#web/app/page-title.ts"
import { csUserid } from "#web/identity/session/session.ts"
import { trustedPolicy } from "#web/ui/trusted-types.ts"
import { mayMeasure } from "./analytics-consent.ts"
import { keepPageView, type PageView, takePageViews } from "./page-views.ts"

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

/** Milliseconds from a load or navigation to its page view. */
const delays = { firstLoad: 3000, routeChange: 500, signedIn: 1000 }

/**
 * Pushes page views to the data layer of the client's tag manager, which loads with the first of
 * them. A document without the tag manager stores them, and the next document with it pushes them.
 * Does nothing for a person who opted out of tracking.
 *
 * Returns a function that stops this.
 */
export function startAnalytics({ gtmId, clientName, isCustomerSite }: InitData): () => void {
  let path = location.pathname
  let pending = plan(delays.firstLoad)

  function plan(delay: number) {
    const timer = setTimeout(send, delay)
    return { timer, since: Date.now(), isSent: false }
  }
  function view() {
    const screen = screenOf(path)
    // Not the address itself, which can contain a ticket or a policy number.
    return pageView(clientName, screen, screen ? screens[screen].path : "not found")
  }
  function send() {
    pending.isSent = true
    report(gtmId ?? "", view())
  }
  /**
   * Whether the person left the screen before its report was due but saw it. Screens that only
   * redirected were not seen.
   */
  function isOwed() {
    return !pending.isSent && Date.now() - pending.since >= delays.routeChange
  }
  function screenOf(visited: string) {
    return screenAt(visited, isCustomerSite)
  }
  function follow() {
    if (location.pathname === path || !isInThisDocument(location.pathname)) return
    clearTimeout(pending.timer)
    if (isOwed()) send()
    path = location.pathname
    pending = plan(isSignedIn(screenOf(path)) ? delays.signedIn : delays.routeChange)
  }

  /**
   * Stores the view, because the tag manager may not have time to send it before the document
   * unloads.
   */
  function leave() {
    if (location.pathname !== path && isOwed() && isWanted([])) keepPageView(view())
  }

  const stop = followPath(follow)
  addEventListener("pagehide", leave)
  return () => {
    stop()
    removeEventListener("pagehide", leave)
    clearTimeout(pending.timer)
  }
}

/**
 * Reports a dialog of the current screen under its own path, once it has been open for the delay of
 * a signed-in screen. Returns a function that cancels this.
 */
export function planPageView(
  { gtmId, clientName, isCustomerSite }: InitData,
  pagePath: string,
): () => void {
  const screen = screenAt(location.pathname, isCustomerSite)
  const view = () => pageView(clientName, screen, pagePath)
  const timer = setTimeout(() => report(gtmId ?? "", view()), delays.signedIn)
  return () => clearTimeout(timer)
}

function pageView(clientName: string, screen: ScreenName | undefined, pagePath: string): PageView {
  const prefix = csUserid() === undefined ? "" : "CS:"
  // Not the document's title, which belongs to the previous screen until the new one has rendered.
  return { pagePath, pageTitle: `${prefix}${tabTitle(clientName, screen)}` }
}

function report(gtmId: string, view: PageView): void {
  if (!mayLoadBrandScripts()) {
    if (isWanted([])) keepPageView(view)
    return
  }
  window.dataLayer ??= []
  const views = [...takePageViews(), view]
  if (!isWanted(window.dataLayer)) return
  loadTagManager(gtmId, window.dataLayer)
  for (const { pagePath, pageTitle } of views) {
    window.dataLayer.push({ event: "pageView", pagePath, pageTitle })
  }
}

function isWanted(dataLayer: readonly object[]): boolean {
  return mayMeasure(navigator, dataLayer)
}

function isSignedIn(screen: ScreenName | undefined): boolean {
  return screen !== undefined && screens[screen].signedIn === true
}

const tagManager = trustedPolicy("tag-manager", { createScriptURL: (address) => address })
let isLoaded = false

/** The page's content security policy lists its host if the brand has a tag manager. */
function loadTagManager(gtmId: string, dataLayer: object[]): void {
  if (isLoaded) return
  isLoaded = true
  dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" })
  const script = document.createElement("script")
  script.async = true
  const address = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtmId)}`
  script.src = tagManager.createScriptURL(address)
  document.head.append(script)
}
