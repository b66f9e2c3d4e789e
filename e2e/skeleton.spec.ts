import type { Page } from "@playwright/test"
import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { holdScripts } from "./hold-scripts.ts"

const dashboard = { "/dashboard": "Loading your products" }
const otherScreens = {
  "/payment-center/products": "Loading your products",
  "/payment-center/payment-history": "Loading your payments",
  "/products-main": "Loading your products",
  "/my-profile": "Loading your profile",
}

test("PAINT-08 the dashboard shows its skeleton before any script, without personal data", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expectSkeletons(page, site("harbor"), dashboard)
})

test("PAINT-08 a customer's other screens show their skeletons before any script, without personal data @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expectSkeletons(page, site("harbor"), otherScreens)
})

/** Opens these screens, given by the text of their skeletons. */
async function expectSkeletons(
  page: Page,
  origin: string,
  screens: Record<string, string>,
): Promise<void> {
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
  for (const [path, status] of Object.entries(screens)) {
    const held = await holdScripts(page)
    const response = await page.goto(origin + path, { waitUntil: "commit" })
    await expect(page.getByRole("status").filter({ hasText: status }), path).toHaveCount(1)
    const link = page.getByRole("link", { name: "Payment Center" }).filter({ visible: true })
    await expect(link, path).toHaveCount(1)
    expect(await response?.text(), path).not.toMatch(/Maria|Santos/)
    held.release()
    await expect(page.locator("[data-outline]")).toHaveCount(0)
    await expect(page.getByRole("status").filter({ hasText: status }), path).toHaveCount(0)
    await held.stop()
  }
}

test("PAINT-08 the skeleton is hidden from people without a session, and after its time @phone @prove", async ({
  page,
  site,
  login,
}) => {
  const isHidden = async () => {
    const held = await holdScripts(page)
    await page.goto(`${site("harbor")}/dashboard`, { waitUntil: "commit" })
    await page.locator("#main").waitFor({ state: "attached" })
    await expect(page.locator("#main")).toBeHidden()
    held.release()
    await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
    await held.stop()
  }
  await isHidden()
  await login("harbor", "maria.santos")
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
  await page.evaluate(() => localStorage.setItem("lastActivity", String(Date.now() - 16 * 60_000)))
  await isHidden()
})

test("PAINT-09 a screen's call is sent once, before the application has loaded @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
  const calls = {
    "/dashboard": "/myaccount-core/dashboard",
    "/payment-center/products": "/myaccount-core/products",
    "/payment-center/payment-history": "/myaccount-core/paymentHistory",
    "/products-main": "/myaccount-core/productSummary",
    "/my-profile": "/myaccount-core/profile",
  }
  for (const [path, call] of Object.entries(calls)) {
    const sent: string[] = []
    const note = (request: { url(): string }) => sent.push(new URL(request.url()).pathname)
    page.on("request", note)
    const held = await holdScripts(page)
    await page.goto(site("harbor") + path, { waitUntil: "commit" })
    await expect.poll(() => sent.filter((one) => one === call), path).toHaveLength(1)
    held.release()
    await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0)
    await expect(page.locator("[data-outline]")).toHaveCount(0)
    await page.waitForLoadState("networkidle")
    expect(
      sent.filter((one) => one === call),
      path,
    ).toHaveLength(1)
    page.off("request", note)
    await held.stop()
  }
})

test.describe("on a failing connection", () => {
  test.use({ expectedFaults: [/Failed to load resource|ERR_FAILED/] })

  test("PAINT-09 the application repeats a call that failed before it loaded @phone @prove", async ({
    page,
    site,
    login,
  }) => {
    await login("harbor", "maria.santos")
    await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
    let sent = 0
    await page.route("**/myaccount-core/dashboard", async (route) => {
      sent += 1
      await (sent === 1 ? route.abort() : route.fallback())
    })
    await page.goto(`${site("harbor")}/dashboard`)
    await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
    expect(sent).toBe(2)
  })
})

test("PAINT-09 a tab of another person and staff who act for a customer do not send an early call", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
  const changes = [
    () => sessionStorage.setItem("userOfTab", "another.person "),
    () => {
      const user = JSON.parse(localStorage.getItem("user") ?? "{}")
      localStorage.setItem("user", JSON.stringify({ ...user, csUserid: "agent" }))
    },
  ]
  for (const change of changes) {
    await page.evaluate(change)
    const held = await holdScripts(page)
    await page.goto(`${site("harbor")}/dashboard`, { waitUntil: "commit" })
    await page.locator("#main").waitFor({ state: "attached" })
    await expect(page.locator("#main")).toBeHidden()
    expect(await page.evaluate(() => "earlyCall" in globalThis)).toBe(false)
    held.release()
    await held.stop()
  }
})

test("PAINT-11 pressing a button in the skeleton takes effect once the application works, and the focus stays @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
  const held = await holdScripts(page)
  await page.goto(`${site("harbor")}/dashboard`, { waitUntil: "commit" })
  // The navigation comes before the bottom bar of phones, which a style sheet hides.
  const products = page.getByRole("link", { name: "Products" }).first()
  await products.focus()
  await axeCheck(page)
  held.release()
  await expect(page.locator("[data-outline]")).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
  await expect(products).toBeFocused()
  await held.stop()

  const again = await holdScripts(page)
  await page.goto(`${site("harbor")}/products-main`, { waitUntil: "commit" })
  await page.getByRole("button", { name: "Logout" }).first().click()
  again.release()
  await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull()
  await again.stop()
})
