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

/** In milliseconds. */
const delays = { firstLoad: 3000, routeChange: 500, signedIn: 1000 }

/**
 * Pushes page views to the data layer of the client's tag manager, which is loaded for the first
 * of them. In a document without the tag manager they are kept, and pushed by the next one that has
 * it. Nothing happens for a person who does not want to be followed.
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
  function view() {
    const screen = screenOf(path)
    // Not the address itself, which can hold a ticket or a policy number.
    return pageView(clientName, screen, screen ? screens[screen].path : "not found")
  }
  function send() {
    pending.isSent = true
    report(gtmId ?? "", view())
  }
  /** Left before its turn, but seen: only what a redirect passed through was not. */
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

  /** The tag manager of a document that ends may have no time left to send. */
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
 * Reports a dialog of the current screen under a path of its own, once it has been open as long as
 * a signed-in screen. Returns what cancels it.
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
  // Not the document's title, which is still the last screen's where the new one takes its time.
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

/** The page's policy names its host where the brand has a tag manager. */
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
