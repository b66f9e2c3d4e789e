import type { BrowserContext, Page } from "@playwright/test"

/**
 * Makes loads in all pages of a browser wait until closed dialogs have left the history. A dialog
 * leaves its history entry a moment after it closes, and that movement would stop a load.
 */
export function loadAfterDialogs(context: BrowserContext): void {
  for (const page of context.pages()) waitForDialogs(page)
  context.on("page", waitForDialogs)
}

function waitForDialogs(page: Page): void {
  const hasLeft = () => !history.state?.dialog || document.querySelector("dialog[open]") !== null
  const dialogsLeft = () =>
    page.waitForFunction(hasLeft, undefined, { timeout: 2_000 }).catch(() => undefined)
  // A page that is itself leaving, such as to the host of its group, stops a load too.
  const load = async <T>(open: () => Promise<T>): Promise<T> => {
    await dialogsLeft()
    try {
      return await open()
    } catch (error) {
      if (!String(error).includes("net::ERR_ABORTED")) throw error
      await page.waitForLoadState()
      return await open()
    }
  }
  const { goto, reload, goBack, goForward } = page
  page.goto = (...given) => load(() => goto.apply(page, given))
  page.reload = (...given) => load(() => reload.apply(page, given))
  page.goBack = (...given) => dialogsLeft().then(() => goBack.apply(page, given))
  page.goForward = (...given) => dialogsLeft().then(() => goForward.apply(page, given))
}
