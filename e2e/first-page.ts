import type { Page } from "@playwright/test"

/**
 * Opens a page as if the server had put no first-page data into it, so that the app has to ask
 * for them. What it asks can be answered by `page.route` before.
 */
export async function openWithoutFirstPage(page: Page, address: string): Promise<void> {
  await openChanged(page, address, (html) => html.replace('id="first-page"', 'id="no-first-page"'))
}

/** Opens a page as if the server had answered it with other HTML. */
async function openChanged(page: Page, address: string, change: (html: string) => string) {
  const response = await page.goto(address)
  if (!response) throw new Error(`${address} gave no page.`)
  const html = await response.text()
  const headers = await response.allHeaders()
  delete headers["content-encoding"]
  delete headers["content-length"]
  await page.route(address, (route) => route.fulfill({ headers, body: change(html) }), {
    times: 1,
  })
  await page.goto(address)
}
