import type { InitData } from "#contracts/appcontent/clients.ts"
import { type ScreenName, screenAt, screens } from "#contracts/screens.ts"
import { mayMeasure } from "./analytics-consent.ts"
import { followPath } from "./location.ts"
import { tabTitle } from "./page-title.ts"
import { csUserid } from "./session.ts"

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

/** In milliseconds. */
const delays = { firstLoad: 3000, routeChange: 500, signedIn: 1000 }

/**
 * Pushes page views to the data layer of the client's tag manager, which is loaded for the first
 * of them. Nothing happens for who does not want to be followed.
 *
 * Returns what ends it.
 */
export function startAnalytics({ gtmId, clientName, isCustomerSite }: InitData): () => void {
  let path = location.pathname
  let pending = plan(delays.firstLoad)

  function plan(delay: number) {
    const timer = setTimeout(send, delay)
    return { timer, since: Date.now(), isSent: false }
  }
  function send() {
    pending.isSent = true
    const screen = screenOf(path)
    // Not the address itself, which can hold a ticket or a policy number.
    push(gtmId ?? "", clientName, screen, screen ? screens[screen].path : "not found")
  }
  function screenOf(visited: string) {
    return screenAt(visited, isCustomerSite)
  }
  function follow() {
    if (location.pathname === path) return
    clearTimeout(pending.timer)
    // Left before its turn, but seen: only what a redirect passed through was not.
    if (!pending.isSent && Date.now() - pending.since >= delays.routeChange) send()
    path = location.pathname
    pending = plan(isSignedIn(screenOf(path)) ? delays.signedIn : delays.routeChange)
  }

  const stop = followPath(follow)
  return () => {
    stop()
    clearTimeout(pending.timer)
  }
}

/**
 * Reports a dialog of the current screen under a path of its own, once it has been open as long as
 * a signed-in screen. Returns what cancels it.
 */
export function planPageView(
  { gtmId, clientName, isCustomerSite }: InitData,
  pagePath: string,
): () => void {
  const screen = screenAt(location.pathname, isCustomerSite)
  const timer = setTimeout(() => push(gtmId ?? "", clientName, screen, pagePath), delays.signedIn)
  return () => clearTimeout(timer)
}

function push(
  gtmId: string,
  clientName: string,
  screen: ScreenName | undefined,
  pagePath: string,
): void {
  window.dataLayer ??= []
  if (!mayMeasure(navigator, window.dataLayer)) return
  loadTagManager(gtmId, window.dataLayer)
  const prefix = csUserid() === undefined ? "" : "CS:"
  window.dataLayer.push({
    event: "pageView",
    pagePath,
    // Not the document's, which is still the last screen's where the new one takes its time.
    pageTitle: `${prefix}${tabTitle(clientName, screen)}`,
  })
}

function isSignedIn(screen: ScreenName | undefined): boolean {
  return screen !== undefined && screens[screen].signedIn === true
}

let isLoaded = false

/** The page's policy lets it run because a script that it trusts puts it there. */
function loadTagManager(gtmId: string, dataLayer: object[]): void {
  if (isLoaded) return
  isLoaded = true
  dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" })
  const script = document.createElement("script")
  script.async = true
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtmId)}`
  document.head.append(script)
}
