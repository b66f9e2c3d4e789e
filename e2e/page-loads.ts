import type { BrowserContext, Page } from "@playwright/test"

/**
 * Makes loads in all pages of a browser wait for what a test outruns and a person does not: before
 * a load, until closed dialogs have left the history, because that movement would stop the load;
 * after it, until the application works. A load with `waitUntil` only waits for what it names.
 */
export function loadAfterDialogs(context: BrowserContext): void {
  for (const page of context.pages()) waitForDialogs(page)
  context.on("page", waitForDialogs)
}

/** The browsers' words for a load that another one stopped. */
const stopped = /net::ERR_ABORTED|is interrupted by another navigation/

function waitForDialogs(page: Page): void {
  const hasLeft = () => !history.state?.dialog || document.querySelector("dialog[open]") !== null
  const dialogsLeft = () =>
    page.waitForFunction(hasLeft, undefined, { timeout: 2_000 }).catch(() => undefined)
  // A dialog that opened while another one left gets its entry a moment later.
  const isEntered = () =>
    !history.state?.dialog === (document.querySelector("dialog[open]") === null)
  const dialogsEntered = () =>
    page.waitForFunction(isEntered, undefined, { timeout: 2_000 }).catch(() => undefined)
  // A page that is itself leaving, such as to the host of its group, stops a load too.
  const load = async <T>(open: () => Promise<T>): Promise<T> => {
    await dialogsLeft()
    try {
      return await open()
    } catch (error) {
      if (!stopped.test(String(error))) throw error
      await page.waitForLoadState()
      return await open()
    }
  }
  const { goto, reload, goBack, goForward } = page
  page.goto = async (address, options) => {
    const response = await load(() => goto.call(page, address, options))
    if (!options?.waitUntil) await applicationWorks(page)
    return response
  }
  page.reload = async (...given) => {
    const response = await load(() => reload.apply(page, given))
    await applicationWorks(page)
    return response
  }
  page.goBack = (...given) => dialogsEntered().then(() => goBack.apply(page, given))
  page.goForward = (...given) => dialogsEntered().then(() => goForward.apply(page, given))
}

/** Waits until React has taken over the screen that the server rendered. */
export async function applicationWorks(page: Page): Promise<void> {
  const isTakenOver = () => {
    const drawn = document.querySelector("#root > :not(link)")
    return !drawn || Object.keys(drawn).some((key) => key.startsWith("__reactFiber"))
  }
  await page.waitForFunction(isTakenOver, undefined, { timeout: 5_000 }).catch(() => undefined)
}
