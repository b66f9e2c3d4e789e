import type { Page } from "@playwright/test"
import { screens } from "#contracts/screens.ts"

/**
 * Opens a page as if the server had sent no first-page data, so that the app requests the data. A
 * test can answer these requests with `page.route`.
 */
export async function openWithoutFirstPage(page: Page, address: string): Promise<void> {
  // The server does not render this screen, so its style sheets apply from the start.
  const response = await page.goto(new URL(screens.personalInfo.path, address).href)
  if (!response) throw new Error(`${address} gave no page.`)
  const html = await response.text()
  const headers = await response.allHeaders()
  delete headers["content-encoding"]
  delete headers["content-length"]
  const body = html.replace('id="first-page"', 'id="no-first-page"')
  await page.route(address, (route) => route.fulfill({ headers, body }), { times: 1 })
  await page.goto(address)
}
