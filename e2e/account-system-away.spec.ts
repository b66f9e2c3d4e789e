import type { Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { find } from "./staff.ts"

test.use({ accountSystem: "elsewhere", expectedFaults: [/status of 503/] })

test.afterEach(({ app }) => app.ask("takeAccountSystemAway", false))

const asOf = /^As of [A-Z][a-z]+, [A-Z][a-z]+ \d{1,2} at \d{1,2}:\d\d [AP]M [A-Z]+$/
const reason =
  /^Our records are not available right now, so you see the last information that we have\. Payments and changes are off until they are back\. For help, call \(?\d/

/** The banner of the shell, found by its live region. */
function banner(page: Page) {
  return page.getByRole("status").filter({ hasText: "Our records are not available" })
}

async function expectShown(page: Page) {
  await expect(banner(page).getByText(asOf)).toBeVisible()
  await expect(banner(page)).toContainText("For help, call ")
  await expect(banner(page).getByRole("link")).toHaveAttribute("href", /^tel:\+1\d{10}$/)
}

/** Opens a screen while the account system is available, so that the server stores its data. */
async function look(page: Page, address: string) {
  const settled = page.waitForLoadState("networkidle")
  await page.goto(address)
  await settled
  await expect(banner(page)).toHaveCount(0)
}

test("KEPT-01 KEPT-07 customers see the last good data, cannot pay, and see the account system return without a reload", {
  tag: "@phone",
}, async ({ page, app, login, site }) => {
  await login("harbor", "james.okafor")
  const home = site("harbor")
  for (const path of ["/payment-center/products", "/my-profile", "/dashboard"])
    await look(page, home + path)
  const owed = page.getByRole("main").getByText("$").first()
  const words = await owed.textContent()

  await app.ask("takeAccountSystemAway", true)
  await page.reload()
  await expectShown(page)
  await expect(
    page
      .getByRole("main")
      .getByText(words ?? "")
      .first(),
  ).toBeVisible()
  const pay = page.getByRole("button", { name: /^Pay Now/ }).first()
  await expect(pay).toBeDisabled()
  await expect(pay).toHaveAccessibleDescription(
    /^This works again when our records are back\. For help, call \(?\d/,
  )
  await axeCheck(page)

  await page.goto(`${home}/payment-center/products`)
  await expectShown(page)
  for (const name of [/^Pay Now/, /Auto Pay/]) {
    const button = page.getByRole("main").getByRole("button", { name }).first()
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/This works again|pay the past due/)
  }
  await axeCheck(page)

  await page.goto(`${home}/my-profile`)
  await expectShown(page)
  const edit = page
    .getByRole("main")
    .getByRole("button", { name: /^(Edit|Change)/ })
    .first()
  await expect(edit).toBeDisabled()
  await axeCheck(page)

  await page.goto(`${home}/dashboard`)
  await expectShown(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await app.ask("takeAccountSystemAway", false)
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByText("Our records are back.")).toBeVisible()
  await expect(page.getByRole("button", { name: /^Pay Now/ }).first()).toBeEnabled()
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true)
})

test("KEPT-02 KEPT-07 a payment that begins before the account system goes away is rejected, and nothing is charged @phone @prove", async ({
  page,
  app,
  login,
  site,
}) => {
  const method = { recordId: "PM-away", client: "harbor", accountNumber: "HM2041187" }
  await app.ask("saveMethod", { ...method, sample: "visa" })
  await login("harbor", "maria.santos")
  await look(page, `${site("harbor")}/dashboard`)
  const charged = await app.ask("charged", undefined)
  await page
    .getByRole("button", { name: /^Pay Now/ })
    .first()
    .click()
  const submit = page.getByRole("button", { name: "Submit Payment" })
  await expect(submit).toBeEnabled()
  await submit.click()
  const agree = page.getByRole("dialog").getByRole("button", { name: "I Agree", exact: true })
  await expect(agree).toBeEnabled()
  await app.ask("takeAccountSystemAway", true)
  await agree.click()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByText("This payment was not made, and you were not charged.")).toBeVisible()
  await expect(page.getByRole("alert").getByRole("link").first()).toHaveAttribute("href", /^tel:/)
  await axeCheck(page)
  expect(await app.ask("charged", undefined)).toEqual(charged)
})

test("KEPT-09 a payment that waits to be posted is shown as being recorded, without an amount due for it @prove @once", async ({
  page,
  app,
  login,
  site,
}) => {
  const method = { recordId: "PM-recorded", client: "harbor", accountNumber: "HM2073350" }
  await app.ask("saveMethod", { ...method, sample: "visa" })
  await login("harbor", "james.okafor")
  await look(page, `${site("harbor")}/dashboard`)
  await app.ask("stopPosting", undefined)
  await page
    .getByRole("button", { name: /^Pay Now/ })
    .first()
    .click()
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "I Agree", exact: true }).click()
  await expect(page.getByText(/^You paid \$[\d.]+$/)).toBeVisible()
  const recorded = page.getByText(/^Your payment of \$[\d.]+ is being recorded\./)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${site("harbor")}/dashboard`)
    await expect(recorded.first()).toBeVisible()
    await expect(page.getByText(/^Pay \$/)).toHaveCount(0)
    await expect(page.getByText("Past Due")).toHaveCount(0)
    await axeCheck(page)
    await page.goto(`${site("harbor")}/payment-center/products`)
    await expect(recorded.first()).toBeVisible()
    await expect(page.getByText("Past Due")).toHaveCount(0)
    await axeCheck(page)
  }
})

test("KEPT-03 KEPT-07 data that are too old are hidden with an explanation, and load later without a click @phone @prove", async ({
  page,
  app,
  login,
  site,
}) => {
  await login("wayfarer", "lena.fischer")
  await look(page, `${site("wayfarer")}/dashboard`)
  await app.ask("takeAccountSystemAway", true)
  await page.reload()
  await expectShown(page)
  await app.ask("keepDataFor", { client: "wayfarer", hours: 0 })
  const missing = page.getByRole("main").getByRole("alert").filter({ hasText: "could not be" })
  // Servers read the brand again within five seconds.
  await expect(async () => {
    await page.reload()
    await expect(missing).toContainText("Our records are not available", { timeout: 5_000 })
  }).toPass()
  // One outage is told once, with one phone number.
  await expect(
    page.getByText("Our records are not available").filter({ visible: true }),
  ).toHaveCount(1)
  await expect(page.getByText(connectivityText)).toHaveCount(0)
  await expect(page.getByText(asOf)).toHaveCount(0)
  await expect(page.getByRole("main").getByRole("link")).toHaveText("(800) 555-0167")
  await axeCheck(page)
  await app.ask("takeAccountSystemAway", false)
  await expect(page.getByText("Our records are back.")).toBeVisible()
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0)
})

test("KEPT-05 KEPT-07 staff find a customer with stored data, open their site, and cannot change anything @phone @prove", async ({
  page,
  app,
  login,
  anotherPage,
  site,
}) => {
  const customer = await anotherPage()
  await login("harbor", "robert.chen", customer)
  await look(customer, `${site("harbor")}/dashboard`)
  await login("support", "agent.moreau")
  await app.ask("takeAccountSystemAway", true)
  await find(page, "Username", "robert.chen")
  await expectShown(page)
  const reset = page.getByRole("button", { name: /^Reset Password/ })
  await expect(reset).toHaveAttribute("aria-disabled", "true")
  await expect(reset).toHaveAccessibleDescription(reason)
  await reset.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await axeCheck(page)
  const opened = page.waitForEvent("popup")
  await page.getByRole("button", { name: "Impersonate" }).click()
  const acting = await opened
  await acting.waitForURL("**/dashboard")
  await expectShown(acting)

  await acting.goto(`${site("harbor")}/payment-center/products`)
  await expect(acting.getByRole("button", { name: /^Pay Now/ }).first()).toBeDisabled()
  await axeCheck(acting)

  await find(page, "Username", "dorothy.lindqvist")
  await expect(page.getByRole("alert")).toContainText(connectivityText)

  await app.ask("takeAccountSystemAway", false)
  for (const shown of [page, acting, customer]) await expect(banner(shown)).toHaveCount(0)
  await expect(acting.getByRole("button", { name: /^Pay Now/ }).first()).toBeEnabled()
})

test("KEPT-07 LOGIN-03 an open login page keeps Log In disabled with the reason, and enables it without a click when the account system is back", async ({
  page,
  app,
  site,
}) => {
  await app.ask("takeAccountSystemAway", true)
  await page.goto(site("harbor"))
  await expect(page.getByText(connectivityText).first()).toBeVisible()
  const logIn = page.getByRole("button", { name: "Log In" })
  await page.getByLabel("Username", { exact: true }).fill("maria.santos")
  await page.getByLabel("Password", { exact: true }).fill("Anchor-2026")
  await expect(logIn).toBeDisabled()
  await app.ask("takeAccountSystemAway", false)
  // Announces to the page that it is online, so that it polls immediately.
  await page.evaluate(() => dispatchEvent(new Event("online")))
  await expect(logIn).toBeEnabled({ timeout: 20_000 })
  await expect(page.getByText(connectivityText)).toHaveCount(0)
})

test("KEPT-07 an open login page in a hidden tab does not poll until the customer sees it again @prove @once", async ({
  page,
  app,
  site,
}) => {
  await app.ask("takeAccountSystemAway", true)
  await page.clock.install()
  await page.goto(site("harbor"))
  await expect(page.getByText(connectivityText).first()).toBeVisible()
  const show = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, "visibilityState", {
        value: visibilityState,
        configurable: true,
      })
      document.dispatchEvent(new Event("visibilitychange"))
    }, state)
  let asked = 0
  page.on("request", (request) => {
    if (request.url().endsWith("/availability")) asked += 1
  })
  await page.clock.runFor(12_000)
  await expect.poll(() => asked).toBe(1)
  await show("hidden")
  await page.clock.runFor(60_000)
  expect(asked).toBe(1)
  await app.ask("takeAccountSystemAway", false)
  await show("visible")
  await page.clock.runFor(4_000)
  await expect(page.getByText(connectivityText)).toHaveCount(0)
  expect(asked).toBe(2)
})

const signedIn = [
  "/dashboard",
  "/products-main",
  "/payment-center/products",
  "/payment-center/payment-methods",
  "/payment-center/payment-history",
  "/payment-center/upcoming",
  "/my-profile",
]

test("KEPT-07 each customer screen shows the last good data at every width @prove @once", async ({
  page,
  app,
  login,
  site,
}) => {
  test.slow()
  await login("harbor", "maria.santos")
  const home = site("harbor")
  await page.goto(`${home}/products-main`)
  const detail = page.getByRole("main").locator('a[href^="/product-details/"]').first()
  const address = await detail.getAttribute("href")
  const screens = [...signedIn, address ?? ""]
  for (const path of screens) await look(page, home + path)
  await app.ask("takeAccountSystemAway", true)
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of screens) {
      await page.goto(home + path)
      await expectShown(page)
      await axeCheck(page)
    }
  }
})
