import { expect, test } from "./fixtures.ts"
import { holdScripts } from "./hold-scripts.ts"
import { typeCredentials } from "./sign-in-steps.ts"

test("PAINT-12 a style sheet that never loads does not prevent logging in @prove", async ({
  page,
  site,
}) => {
  await page.route("**/assets/*.css", () => {})
  await page.goto(site("harbor"), { waitUntil: "commit" })
  await typeCredentials(page, "maria.santos")
  const button = page.getByRole("button", { name: "Log In" })
  await expect(button).toBeEnabled()
  await button.click()
  await expect(page.getByRole("dialog")).toBeVisible()
})

test("PAINT-12 the notice of a slow start covers neither the end of the screen nor the focus @prove", async ({
  page,
  site,
}) => {
  const held = await holdScripts(page)
  await page.goto(site("harbor"), { waitUntil: "commit" })
  const notice = page.getByRole("complementary").filter({ hasText: "My Account is loading" })
  await expect(notice).toBeVisible()
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    const top = (await notice.boundingBox())?.y ?? 0
    expect(top).toBeGreaterThan(200)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = page.locator("#root footer :is(a, button)").last()
    const box = await last.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
    await page.evaluate(() => scrollTo(0, 0))
    for (const link of await page.locator("#root :is(a, button, input):visible").all()) {
      if (await link.isDisabled()) continue
      await link.focus()
      const focused = await link.boundingBox()
      expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(top)
    }
  }
  held.release()
  await expect(notice).toHaveCount(0)
  await held.stop()
})
