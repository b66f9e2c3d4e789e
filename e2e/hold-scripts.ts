import type { Page } from "@playwright/test"

/** Holds back the scripts of pages that are opened later. */
export async function holdScripts(
  page: Page,
): Promise<{ release: () => void; stop: () => Promise<void> }> {
  const held = Promise.withResolvers<void>()
  const address = "**/assets/*.js"
  await page.route(address, async (route) => {
    await held.promise
    await route.fallback()
  })
  return { release: held.resolve, stop: () => page.unroute(address) }
}
