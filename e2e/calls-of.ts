import type { Page } from "@playwright/test"

/** What every page asks about the service itself, when nothing else is going on. */
const ofEveryPage = ["/appcontent/serviceStatus", "/appcontent/backendServices"]

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
