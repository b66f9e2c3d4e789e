import type { Page } from "@playwright/test"

/** Automatic calls of every page, about the service and to extend the session. */
const ofEveryPage = [
  "/appcontent/serviceStatus",
  "/appcontent/backendServices",
  "/appauth/session/extend",
]

/** Collects the paths of the calls that the page's screens make from now on. */
export function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    const isCall = /^\/(appauth|appcontent|myaccount-core)\//.test(pathname)
    if (isCall && !ofEveryPage.includes(pathname)) calls.push(pathname)
  })
  return calls
}
