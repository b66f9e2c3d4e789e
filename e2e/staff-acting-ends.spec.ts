import type { Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { kept } from "./sign-in-steps.ts"
import { actFor, bannerOf, find } from "./staff.ts"

const over = "Your time to act for this customer has ended."

/** Clicks a link, unless an earlier call of the page was rejected and the link is gone. */
async function askForAnything(page: Page) {
  const navigation = page.getByRole("navigation", { name: "Main" })
  const link = navigation.getByRole("link", { name: "Products" })
  await Promise.race([link.click().catch(() => undefined), page.getByText(over).waitFor()])
}

test("AGENT-03 acting ends after half an hour of activity, which also extends the staff member's session at the support site @prove", async ({
  page,
  site,
  app,
  login,
  advance,
}) => {
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "maria.santos")
  await customerSite.getByRole("heading", { name: "Payments Due" }).waitFor()
  for (const screen of ["Products", "Payment Center"]) {
    await advance({ minutes: 10 })
    // The server must receive this call before its clock moves.
    const heard = customerSite.waitForResponse("**/myaccount-core/**")
    await customerSite.getByRole("link", { name: screen }).click()
    expect((await heard).status()).toBe(200)
    await expect(customerSite.getByRole("heading", { level: 1, name: screen })).toBeVisible()
  }
  await expect(page, "15 minutes without use").toHaveURL(`${site("support")}/`)
  await app.ask("advance", { minutes: 10 })
  await askForAnything(customerSite)
  await expect(customerSite.getByText(over)).toBeVisible()
  await expect(customerSite).toHaveURL(`${site("harbor")}/`)
  await expect(bannerOf(customerSite)).toHaveCount(0)
  expect(await kept(customerSite, "user")).toBeNull()
  await axeCheck(customerSite)
})

test("AGENT-03 logging out ends acting for a customer, and staff who stop acting stay signed in @prove", async ({
  page,
  site,
  login,
}) => {
  await login("support", "agent.kim")
  const first = await actFor(page, "james.okafor")
  const closed = first.waitForEvent("close")
  await first.getByRole("button", { name: "Logout" }).click()
  await closed

  const second = await actFor(page, "james.okafor")
  await second.getByRole("heading", { name: "Payments Due" }).waitFor()
  await page.getByRole("button", { name: "Logout" }).click()
  await expect(page).toHaveURL(`${site("support")}/`)
  await askForAnything(second)
  await expect(second.getByText(over)).toBeVisible()
  await expect(second).toHaveURL(`${site("harbor")}/`)
})

test("AGENT-03 a session transfer that is used or a minute old opens nothing and explains what to do @prove", async ({
  page,
  context,
  app,
  login,
  anotherPage,
}) => {
  await login("support", "agent.kim")
  const made = page.waitForResponse("**/agent/impersonate/*")
  await actFor(page, "grace.adeyemi")
  const { siteURL } = await (await made).json()
  const stranger = await anotherPage()
  await stranger.goto(siteURL)
  const title = stranger.getByRole("heading", { name: "We could not open the customer's site" })
  await expect(title).toBeVisible()
  await expect(stranger.getByText("has been used or has expired")).toBeVisible()
  await expect(stranger.getByText("choose Impersonate again")).toBeVisible()
  expect(await kept(stranger, "user")).toBeNull()
  await axeCheck(stranger)

  await context.route("**/appauth/handoff/redeem", async (route) => {
    await app.ask("advance", { minutes: 1 })
    await route.continue()
  })
  const opened = page.waitForEvent("popup")
  await page.getByRole("button", { name: "Impersonate" }).click()
  const late = (await opened).getByRole("heading", { name: "We could not open" })
  await expect(late).toHaveText("We could not open the customer's site")
})

test("AGENT-03 a site that fails to open does not leave a tab behind @prove", async ({
  page,
  login,
}) => {
  await login("support", "agent.kim")
  await find(page, "Username", "robert.chen")
  await page.route("**/agent/impersonate/*", (route) => route.fulfill({ status: 404, json: {} }))
  const opened = page.waitForEvent("popup")
  await page.getByRole("button", { name: "Impersonate" }).click()
  const tab = await opened
  if (!tab.isClosed()) await tab.waitForEvent("close")
  await expect(page.getByRole("alert").filter({ hasText: connectivityText })).toBeVisible()
  await expect(page.getByRole("button", { name: "Impersonate" })).toBeEnabled()
})

test("AGENT-03 staff serve a member of a union at the union's own host, and the end is shown there @prove", async ({
  page,
  site,
  login,
  app,
}) => {
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "tom.reilly")
  expect(customerSite.url()).toBe(`${site("electricians")}/dashboard`)
  await expect(customerSite.getByRole("heading", { level: 1, name: "Tom Reilly" })).toBeVisible()
  await app.ask("advance", { minutes: 30 })
  await askForAnything(customerSite)
  await expect(customerSite.getByText(over)).toBeVisible()
  await axeCheck(customerSite)
  await customerSite.getByRole("button", { name: "Go to login" }).click()
  await expect(customerSite).toHaveURL(new RegExp(`^${site("trades")}/`))
})
