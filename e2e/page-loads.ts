import type { BrowserContext, Page } from "@playwright/test"

/**
 * Makes page loads in a browser wait for two things that a test could outrun and a person would
 * not: before a load, the end of the history movement after a dialog closes, because it would stop
 * the load; after it, the hydration of the application. A load with `waitUntil` only waits for the
 * named event.
 */
export function loadAfterDialogs(context: BrowserContext): void {
  for (const page of context.pages()) waitForDialogs(page)
  context.on("page", waitForDialogs)
}

function waitForDialogs(page: Page): void {
  // Only during a movement do the history and the screen have a different number of open dialogs.
  const isMatched = () =>
    (history.state?.dialog ?? 0) ===
    document.querySelectorAll("dialog[open]:not([data-ends-screen])").length
  const matched = () => page.waitForFunction(isMatched, undefined, { timeout: 30_000 })
  const { goto, reload, goBack, goForward } = page
  page.goto = async (address, options) => {
    await matched()
    const response = await goto.call(page, address, options)
    if (!options?.waitUntil) await applicationWorks(page)
    return response
  }
  page.reload = async (...given) => {
    await matched()
    const response = await reload.apply(page, given)
    await applicationWorks(page)
    return response
  }
  page.goBack = (...given) => matched().then(() => goBack.apply(page, given))
  page.goForward = (...given) => matched().then(() => goForward.apply(page, given))
}

/** Waits until React has hydrated the server-rendered screen. */
export async function applicationWorks(page: Page): Promise<void> {
  const isTakenOver = () => {
    const drawn = document.querySelector("#root > :not(link)")
    return !drawn || Object.keys(drawn).some((key) => key.startsWith("__reactFiber"))
  }
  await page.waitForFunction(isTakenOver, undefined, { timeout: 5_000 }).catch(() => undefined)
}
