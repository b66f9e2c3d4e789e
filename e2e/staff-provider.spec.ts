import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"

const widths = [390, 768, 1280] as const

/** The folder for PNG files of the screens, if a person wants to look at them. */
const folder = process.env.SCREENSHOTS

async function look(page: Page, name: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await axeCheck(page)
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

test("SSO-11 STATUS-06 SSO-12 staff sign in with their company's button, see why if they may not, and the banner shows the name in their ID token", async ({
  page,
  app,
  port,
  expectedFaults,
}) => {
  expect(port).toBeGreaterThan(0)
  expectedFaults.push(/403/, /asked another host/)
  const person = { id: "dana", groups: ["staff"] }
  const own = await app.ask("startWithProvider", { local: "on", ...person })
  const support = `http://support.localhost:${own}`
  await page.goto(support)
  const button = page.getByRole("button", { name: "Log in with Oakwood account" })
  await expect(button).toBeEnabled()
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible()
  await look(page, "login")

  await button.click()
  await page.getByRole("link", { name: "dana" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "none of your groups" })).toBeVisible()
  await expect(page).toHaveURL(`${support}/log-in/oak`)
  await look(page, "no-group")

  await app.ask("setGroups", { id: "dana", groups: ["harbor-desk"] })
  await page.getByRole("link", { name: "Go to login" }).click()
  await page.goto(`${support}/status`)
  await button.click()
  // The person is still signed in at the provider, so it does not ask anything.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Status")
  await page.getByRole("link", { name: "Home" }).first().click()
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeVisible()
  await expect(page).toHaveURL(`${support}/customer-home`)
  await expect(page.getByText("Change my password")).toBeHidden()
  await expect(page.getByText("Customer support user: Dana Reyes")).toBeVisible()
  await look(page, "signed-in")
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("code=")
  await page.reload()
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeVisible()
})

test("SSO-11 the page shows a button for each provider, and no form if local accounts are disabled @phone @prove", async ({
  page,
  app,
  port,
  expectedFaults,
}) => {
  expect(port).toBeGreaterThan(0)
  expectedFaults.push(/asked another host/)
  const own = await app.ask("startWithProvider", { local: "off", id: "dana", groups: [] })
  await page.goto(`http://support.localhost:${own}`)
  await expect(page.getByRole("button", { name: "Log in with Elm Partners" })).toBeEnabled()
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0)
  await look(page, "only-providers")
  await page.goto(`http://support.localhost:${own}/log-in/oak`)
  await expect(page.getByRole("heading", { name: "You are not logged in" })).toBeVisible()
})
