import type { FrameLocator, Locator, Page } from "@playwright/test"
import { gatewayAwayText, invalidCardText } from "#contracts/payments/payment-method-rules.ts"
import { axeCheck, test as base, expect } from "./fixtures.ts"

const addName = "Add Payment Method"
const labels = { number: "Credit Card Number", expiration: "Exp Date", code: "CVV/CVC" } as const
type FrameName = keyof typeof labels

/** The tests use a server of their app whose gateway is Stripe's adapter. */
const test = base.extend({
  port: [
    async ({ app, port, expectedFaults }, use) => {
      expect(port).toBeGreaterThan(0)
      const { port: own, addresses } = await app.ask("startOverStripe", undefined)
      const ports = [own, ...addresses.map((address) => new URL(address).port)].join("|")
      expectedFaults.push(new RegExp(`^asked another host: http://[\\w.]+:(${ports})/`))
      await use(own)
    },
    { scope: "test", timeout: 300_000 },
  ],
})

/** The field's group in our document, which names and describes it. */
function group(form: Locator, name: FrameName): Locator {
  return form.getByRole("group", { name: labels[name], exact: true })
}

/** The field in Stripe's frame, which has a name of its own. */
function field(form: Locator, name: FrameName): Locator {
  const frame: FrameLocator = group(form, name).frameLocator("iframe")
  return frame.locator("input:not([aria-hidden])")
}

async function typeCard(form: Locator, number: string, code = "917"): Promise<void> {
  await field(form, "number").fill(number)
  await field(form, "expiration").fill("0831")
  await field(form, "code").fill(code)
}

async function openForm(page: Page): Promise<Locator> {
  await page.goto(new URL("/payment-center/payment-methods", page.url()).href)
  await page.getByRole("button", { name: addName }).click()
  return page.getByRole("dialog", { name: addName })
}

function alertIn(form: Locator, text: string): Locator {
  return form.getByRole("alert").filter({ hasText: text })
}

function saved(page: Page, name: string): Locator {
  return page.getByRole("main").getByRole("listitem").filter({ hasText: name })
}

/** Every request of the page, as its method, path and body. */
function requestsOf(page: Page): { address: string; call: string; text: string }[] {
  const sent: ReturnType<typeof requestsOf> = []
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url())
    const text = `${request.url()} ${request.postData() ?? ""}`
    sent.push({ address: origin, call: `${request.method()} ${pathname}`, text })
  })
  return sent
}

test("METHODS-02 METHODS-03 METHODS-07 METHODS-17 a card typed into Stripe's fields is saved once, and only Stripe gets its digits", async ({
  page,
  login,
}) => {
  await login("harbor", "james.okafor")
  const form = await openForm(page)
  const { origin } = new URL(page.url())
  const sent = requestsOf(page)
  const callsOf = (path: string) => sent.filter(({ call }) => call === `POST ${path}`).length

  await expect(group(form, "number").locator("iframe")).toBeVisible()
  await form.getByText(labels.number, { exact: true }).click()
  await expect(field(form, "number")).toBeFocused()
  await field(form, "number").pressSequentially("4242")
  await expect(form.getByLabel("Card Type")).toHaveValue("VS")
  await field(form, "number").fill("4242424242424241")
  await field(form, "number").press("Enter")
  await expect(alertIn(form, invalidCardText)).toBeVisible()
  await expect(field(form, "number")).toBeFocused()
  await expect(group(form, "number")).toHaveAccessibleDescription("Please check this number.")
  await expect(group(form, "code")).toHaveAccessibleDescription(
    "3 digits, on the back Enter the security code (CVV/CVC)",
  )
  await axeCheck(page)
  expect(sent.filter(({ call }) => /^POST .*payment/i.test(call))).toEqual([])

  await typeCard(form, "4242424242424242")
  await expect(group(form, "number")).toHaveAccessibleDescription("")
  const held = Promise.withResolvers<void>()
  await page.route("**/myaccount-core/paymentMethod", async (route) => {
    await held.promise
    await route.continue()
  })
  await expect(field(form, "code")).toBeFocused()
  // What Stripe's script does for Enter, twice before the page shows anything.
  await form.locator("form").evaluate((around) => {
    for (const name of ["submit", "submit"]) {
      around.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))
    }
  })
  const saving = form.getByRole("button", { name: "Saving…" })
  await saving.click({ force: true })
  await field(form, "number").press("Enter")
  await expect.poll(() => callsOf("/myaccount-core/paymentMethod")).toBe(1)
  const typed = await page.evaluate(() => {
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])
    const inputs = [...document.querySelectorAll("input")].map(({ value }) => value)
    return [document.documentElement.outerHTML, stored, document.cookie, ...inputs].join("\n")
  })
  held.resolve()
  await expect(form).toBeHidden()
  await expect(saved(page, "VISA ending in 4242")).toContainText("08/2031")
  expect(callsOf("/myaccount-core/paymentMethod")).toBe(1)
  expect(callsOf("/v1/payment_methods")).toBe(1)
  expect(callsOf("/csp-reports")).toBe(0)
  const ours = sent.filter(({ address }) => address === origin).map(({ text }) => text)
  for (const text of [typed, ...ours]) expect(text).not.toMatch(/4242 ?4242|\b917\b/)
})

test("METHODS-17 without Stripe's script a bank account is saved, and after a fault everything typed is saved by another try @prove", async ({
  page,
  login,
  app,
  expectedFaults,
}) => {
  expectedFaults.push(/net::ERR_EMPTY_RESPONSE/)
  await app.ask("setScriptFaults", ["blocked"])
  await login("harbor", "james.okafor")
  const reported = page.waitForRequest("**/myaccount-core/paymentGateway/failure")
  const form = await openForm(page)
  await expect(alertIn(form, "The card fields could not be loaded.")).toBeVisible()
  const report = await reported
  expect(report.postDataJSON()).toMatchObject({ reason: "script" })
  expect((await report.response())?.status()).toBe(200)
  await axeCheck(page)
  await form.getByLabel("Cardholder Name").fill("J. Okafor")
  await form.getByLabel("Bank Account", { exact: true }).check()
  await form.getByLabel("Type the account numbers").check()
  for (const [label, text] of [
    ["Bank Routing Number", "110000000"],
    ["Confirm Bank Routing Number", "110000000"],
    ["Account Number", "000123456789"],
    ["Confirm Account Number", "000123456789"],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(text)
  }
  await form.getByRole("button", { name: addName }).click()
  await expect(form).toBeHidden()
  await expect(saved(page, "Checking ending in 6789")).toContainText("J. Okafor")

  await page.getByRole("button", { name: addName }).click()
  const again = form.getByRole("button", { name: "Try again" })
  await expect(again).toBeVisible()
  await form.getByLabel("Cardholder Name").fill("J. Okafor")
  await app.ask("setScriptFaults", [])
  await again.click()
  await typeCard(form, "5555555555554444")
  await app.ask("setScriptFaults", ["token lost"])
  await form.getByRole("button", { name: addName }).click()
  await expect(alertIn(form, gatewayAwayText)).toBeVisible()
  await expect(field(form, "number")).toHaveValue("5555 5555 5555 4444")
  await expect(field(form, "code")).toHaveValue("917")
  await expect(form.getByLabel("Cardholder Name")).toHaveValue("J. Okafor")
  await expect(form.getByLabel("Card Type")).toHaveValue("MC")
  await app.ask("setScriptFaults", [])
  await field(form, "code").press("Enter")
  await expect(form).toBeHidden()
  await expect(saved(page, "MasterCard ending in 4444")).toContainText("J. Okafor")
})

test("METHODS-17 a customer leaves and chooses an account in Stripe's window, which is in front of the form @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "james.okafor")
  const form = await openForm(page)
  await form.getByLabel("Bank Account", { exact: true }).check()
  await form.getByLabel("Account-holder Name").fill("James T. Okafor")
  const signIn = form.getByRole("button", { name: "Sign in to your bank" })
  const window = page.locator("body > iframe[title=Stripe]")
  await signIn.click()
  await window.contentFrame().getByRole("button", { name: "Close" }).click()
  await expect(window).toHaveCount(0)
  await expect(signIn).toBeFocused()
  await expect(form.getByLabel("Account-holder Name")).toHaveValue("James T. Okafor")

  await signIn.press("Enter")
  await expect(form).toBeHidden()
  const account = window.contentFrame().getByRole("button", { name: "ending in 6789" })
  await expect(account).toBeVisible()
  for (let stops = 0; stops < 40; stops += 1) {
    if (await account.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press("Tab")
  }
  await expect(account).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(form.getByText("STRIPE TEST BANK, account ending in 6789")).toBeVisible()
  await axeCheck(page)
  await form.getByRole("button", { name: addName, exact: true }).click()
  await expect(form).toBeHidden()
  await expect(saved(page, "James T. Okafor")).toContainText("Checking ending in 6789")
})

test("METHODS-17 the form around Stripe's fields is usable at each width, in each state @prove", async ({
  page,
  login,
  app,
  expectedFaults,
}) => {
  expectedFaults.push(/net::ERR_EMPTY_RESPONSE/)
  await login("harbor", "james.okafor")
  const form = await openForm(page)
  await expect(group(form, "number").locator("iframe")).toBeVisible()
  await look(page, "empty")
  await typeCard(form, "378282246310005", "9174")
  await look(page, "typed")
  await typeCard(form, "4242424242424241", "91")
  await form.getByLabel("Cardholder Name").fill("")
  await form.getByRole("button", { name: addName }).click()
  await expect(alertIn(form, invalidCardText)).toBeVisible()
  await look(page, "errors")
  await form.getByLabel("Bank Account", { exact: true }).check()
  await look(page, "bank")
  await form.getByRole("button", { name: "Sign in to your bank" }).click()
  const window = page.locator("body > iframe[title=Stripe]").contentFrame()
  await window.getByRole("button", { name: "ending in 6789" }).click()
  await look(page, "bank-chosen")
  await app.ask("setScriptFaults", ["blocked"])
  await page.reload()
  await openForm(page)
  await expect(alertIn(form, "The card fields could not be loaded.")).toBeVisible()
  await look(page, "failed")
})

/** The folder for PNG files of the screens, if a person wants to look at them. */
const folder = process.env.SCREENSHOTS

async function look(page: Page, name: string) {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 1200 })
    await axeCheck(page)
    if (folder) await page.screenshot({ path: `${folder}/stripe-${name}-${width}.png` })
  }
}
