import type { Page } from "@playwright/test"

/**
 * Waits until the page has loaded everything after its start or an action. Playwright's own
 * "networkidle" occurs once per document, so it cannot wait after an action.
 */
export async function waitForIdlePage(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle")
  await page.evaluate(waitInPage)
}

/**
 * Cuts the browser's connection, after the page has loaded all files that it loads after its start.
 */
export async function goOffline(page: Page): Promise<void> {
  await waitForIdlePage(page)
  await page.context().setOffline(true)
}

/**
 * Runs in the page. Waits until the page is idle and half a second passes without a new file or
 * reply. On a busy machine, a page may never be idle.
 */
async function waitInPage() {
  const fetched = () => performance.getEntriesByType("resource").length
  for (let before = -1; before !== fetched(); ) {
    before = fetched()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }))
  }
}
