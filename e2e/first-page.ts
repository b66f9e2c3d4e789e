import type { Page } from "@playwright/test"

/**
 * Opens a page as if the server had put no first-page data into it, so that the app has to ask
 * for them. What it asks can be answered by `page.route` before.
 */
export async function openWithoutFirstPage(page: Page, address: string): Promise<void> {
  const response = await page.goto(address)
  if (!response) throw new Error(`${address} gave no page.`)
  const html = await response.text()
  const headers = await response.allHeaders()
  delete headers["content-encoding"]
  delete headers["content-length"]
  await page.route(
    address,
    (route) =>
      route.fulfill({
        headers,
        body: html.replace('id="first-page"', 'id="no-first-page"'),
      }),
    { times: 1 },
  )
  await page.goto(address)
}
