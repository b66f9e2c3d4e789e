import type { Locator, Page } from "@playwright/test"
import { expect, test } from "./fixtures.ts"

test("RECOVER-01 RECOVER-03 the keyboard alone is enough to get a username @prove", async ({
  page,
  site,
  readEmail,
}) => {
  const { keyboard } = page
  await page.goto(site("harbor"))
  await tabTo(page, page.getByRole("link", { name: "Forgot username?" }))
  await keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Forgot your username?" })).toBeVisible()
  await tabTo(page, page.getByLabel("Certificate/Plan Number", { exact: true }))
  await keyboard.type("4001930427")
  await tabTo(page, page.getByLabel("First name"))
  await keyboard.type("Maria")
  await keyboard.press("Tab")
  await keyboard.type("Santos")
  await keyboard.press("Tab")
  await keyboard.type("maria.santos@example.com")
  await tabTo(page, page.getByRole("button", { name: "Send recovery email" }))
  await keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/`)
  expect((await readEmail("maria.santos")).text).toContain("maria.santos")
})

test("RECOVER-04 RECOVER-05 RECOVER-07 RECOVER-08 the keyboard alone is enough to set a new password @prove", async ({
  page,
  site,
  readEmail,
}) => {
  const { keyboard } = page
  await page.goto(site("harbor"))
  await tabTo(page, page.getByRole("link", { name: "Forgot password?" }))
  await keyboard.press("Enter")
  await tabTo(page, page.getByLabel("Username", { exact: true }))
  await keyboard.type("grace.adeyemi")
  await keyboard.press("Enter")
  await tabTo(page, page.getByLabel("Your answer"))
  await keyboard.type("ibadan")
  await keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/`)

  const link = (await readEmail("grace.adeyemi")).text.match(/http\S+\/reset-password\/\S+/)?.[0]
  await page.goto(link ?? "")
  await tabTo(page, page.getByLabel("New password", { exact: true }))
  await keyboard.type("Lighthouse-7")
  await tabTo(page, page.getByLabel("Confirm password", { exact: true }))
  await keyboard.type("Lighthouse-7")
  await tabTo(page, page.getByRole("button", { name: "Submit new password" }))
  await keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error("The Tab key does not get there.")
}
