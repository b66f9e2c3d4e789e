import type { Page } from "@playwright/test"

/**
 * Waits until the page has fetched all that it loads after its start, or after an act. Playwright's own
 * "networkidle" is reached once for each document, so that it does not wait after an act.
 */
export async function waitForIdlePage(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle")
  await page.evaluate(waitInPage)
}

/** Cuts the browser's line. The page has all files that it loads after its start. */
export async function goOffline(page: Page): Promise<void> {
  await waitForIdlePage(page)
  await page.context().setOffline(true)
}

/**
 * Until the page has nothing to do, and half a second has brought no further file or answer. On a busy
 * machine a page may never be without work.
 */
async function waitInPage() {
  const fetched = () => performance.getEntriesByType("resource").length
  for (let before = -1; before !== fetched(); ) {
    before = fetched()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }))
  }
}
