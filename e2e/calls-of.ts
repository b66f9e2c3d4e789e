import type { Page } from "@playwright/test"

/** Calls that any page makes on its own: about the service, and to keep the session while it is used. */
const ofEveryPage = [
  "/appcontent/serviceStatus",
  "/appcontent/backendServices",
  "/appauth/session/extend",
]

/** The calls that the page's screens make from now on, by their paths. */
export function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    const isCall = /^\/(appauth|appcontent|myaccount-core)\//.test(pathname)
    if (isCall && !ofEveryPage.includes(pathname)) calls.push(pathname)
  })
  return calls
}
