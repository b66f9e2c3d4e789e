import type { Page } from "@playwright/test"

/**
 * Opens a page as if the server had sent no first-page data, so that the app requests the data. A
 * test can answer these requests with `page.route`.
 */
export async function openWithoutFirstPage(page: Page, address: string): Promise<void> {
  await openChanged(page, address, (html) => html.replace('id="first-page"', 'id="no-first-page"'))
}

/** Opens a page as if the server had sent different HTML. */
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
