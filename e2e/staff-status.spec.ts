import type { Page } from "@playwright/test"
import { customerSupportLogin } from "#web/staff/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

const call = "**/myaccount-core/agent/status"

test.use({ accountSystem: "elsewhere" })

test.afterEach(({ app }) => app.ask("takeAccountSystemAway", false))

function headline(page: Page) {
  return page.getByRole("main").getByRole("status").filter({ hasText: /\.$/ }).first()
}

function row(page: Page, name: string) {
  return page.getByRole("listitem").filter({
    has: page.getByRole("heading", { level: 2, name, exact: true }),
  })
}

async function takePictures(page: Page, name: string) {
  const folder = process.env.STATUS_SHOTS
  if (!folder) return
  const size = page.viewportSize()
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  if (size) await page.setViewportSize(size)
}

test("STATUS-01 STATUS-06 STATUS-10 a signed-out visit shows the login, and the login returns to a status where everything works", {
  tag: "@phone",
}, async ({ page, site }) => {
  await page.goto(`${site("support")}/status`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(customerSupportLogin)
  await page.getByRole("textbox", { name: "Username" }).fill("agent.kim")
  await page.getByLabel("Password", { exact: true }).fill("Anchor-2026")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Status")
  expect(new URL(page.url()).pathname).toBe("/status")
  await expect(page.getByText("Everything works.")).toBeVisible()
  await expect(row(page, "Payments")).toContainText("Payments go through.")
  await expect(row(page, "Daily billing")).toContainText("Not known yet")
  await expect(page.getByText(/^As of \d{1,2}:\d\d [AP]M [A-Z]\S+$/)).toBeVisible()
  const scroll = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(scroll, "the page does not scroll sideways").toBe(true)
  await axeCheck(page)
  await takePictures(page, "good")

  await page.getByRole("link", { name: "Home" }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Clients")
  await page.getByRole("link", { name: "Status" }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Status")
})

test.describe("during trouble", () => {
  // The account system is away, and a call is aborted.
  test.use({ expectedFaults: [/status of 503|ERR_FAILED/] })

  test("STATUS-01 STATUS-08 the headline shows the worst trouble, and each trouble states since when, for how many, what to tell a customer, and who acts @prove", {
    tag: ["@once", "@own-app"],
  }, async ({ page, login, app, site }) => {
    await app.ask("pay", { username: "james.okafor", client: "harbor", policyNumber: "4003120956" })
    await app.ask("makeStatusTrouble", undefined)
    await login("support", "agent.kim")
    await page.goto(`${site("support")}/status`)
    await expect(headline(page)).toContainText(
      /^Login codes have arrived late since .*[AP]M [A-Z]\S+\./,
    )
    await expect(row(page, "Payments")).toContainText("Has trouble")
    await expect(row(page, "Payments")).toContainText(
      "Payments have been slow to be confirmed since",
    )
    await expect(row(page, "Payments")).toContainText("1 customer of your clients is affected.")
    await expect(row(page, "Payments")).toContainText("Please do not pay again.")
    await expect(row(page, "Daily billing")).toContainText("Not billed in time: Harbor Mutual.")

    await app.ask("takeAccountSystemAway", true)
    await app.ask("advance", { seconds: 1 })
    await expect(async () => {
      await page.getByRole("button", { name: "Refresh" }).click()
      await expect(headline(page)).toContainText(/^Logging in has not worked since/, {
        timeout: 1_000,
      })
    }).toPass()
    await expect(
      page.getByText(/^Also: Payments, Account data, Emails, Daily billing\.$/),
    ).toBeVisible()
    await expect(row(page, "Logging in")).toContainText("Does not work")
    await expect(row(page, "Logging in")).not.toContainText("Customers can log in.")
    await expect(row(page, "Account data")).toContainText("Does not work")
    await expect(row(page, "Account data")).toContainText(
      "Operations, with the team of the account",
    )
    await axeCheck(page)
    await takePictures(page, "trouble")
  })

  test("STATUS-07 the page polls while it is visible, and shows the last known status if the server is unreachable @prove", {
    tag: "@once",
  }, async ({ page, login, site }) => {
    await page.clock.install()
    let asked = 0
    await page.route(call, async (route) => {
      asked += 1
      await route.fallback()
    })
    await login("support", "agent.kim")
    await page.goto(`${site("support")}/status`)
    await expect(page.getByText(/^As of /)).toBeVisible()
    const atFirst = asked
    await page.clock.runFor(31_000)
    await expect.poll(() => asked).toBe(atFirst + 1)

    await show(page, "hidden")
    await page.clock.runFor(120_000)
    expect(asked, "a hidden tab asks nothing").toBe(atFirst + 1)
    await show(page, "visible")
    await expect.poll(() => asked).toBeGreaterThan(atFirst + 1)

    await page.route(call, (route) => route.abort())
    await page.getByRole("button", { name: "Refresh" }).click()
    await page.clock.runFor(5_000)
    await expect(
      page.getByText(/^We cannot load the status\. Last known: .*[AP]M [A-Z]\S+\.$/),
    ).toBeVisible()
    await expect(row(page, "Documents")).toBeVisible()
    await axeCheck(page)
    await takePictures(page, "last-known")
    await page.unroute(call)
    await page.getByRole("button", { name: "Refresh" }).click()
    await expect(page.getByText(/^We cannot load the status/)).toHaveCount(0)
  })
})

async function show(page: Page, state: "hidden" | "visible") {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true })
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
  }, state)
}
