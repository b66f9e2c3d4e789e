import type { Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { allPaid } from "#web/products/texts.ts"
import { frameField, openAddress, typeCard } from "./card-form.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { keyboardOnly } from "./keyboard.ts"

/** The browser's console prints lost replies, and the reply that there is no payment yet. */
test.use({ expectedFaults: [/status of 504|net::ERR_FAILED|net::ERR_CONNECTION/] })

const connectionLost = "The connection was lost while we sent your payment."

/** Opens the payment of the person's first product from the dashboard. */
async function openPayNow(page: Page) {
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "Pay Now" })).toBeVisible()
}

function submit(page: Page) {
  return page.getByRole("button", { name: "Submit Payment" })
}

function authorization(page: Page) {
  return page.getByRole("dialog", { name: "Payment Authorization" })
}

function successful(page: Page) {
  return page.getByRole("dialog", { name: "Payment Successful" })
}

/** Types one of the gateway's documented card numbers into the open dialog. */
async function enterCard(page: Page, number: string) {
  const dialog = page.getByRole("dialog", { name: "Add Payment Method" })
  await expect(dialog.getByLabel("Remember Payment Method")).toBeVisible()
  await dialog.getByLabel("Card Type").selectOption("VS")
  await dialog.getByLabel("Cardholder Name").fill("James Okafor")
  await typeCard(dialog, { number })
  await openAddress(dialog)
  await dialog.getByLabel("Address 1").fill("7 Quay Street")
  await dialog.getByLabel("City").fill("Portland")
  await dialog.getByLabel("State").selectOption("ME")
  await dialog.getByLabel("Zip").fill("04101")
  await dialog.getByRole("button", { name: "Add Payment Method" }).click()
  await expect(dialog).toBeHidden()
}

test('PAYNOW-01 PAYNOW-02 PAYNOW-03 PAYNOW-04 CENTER-01 DASH-08 SHELL-30 a person pays with the product\'s saved card by default, accepts the authorization, reads "Payment Successful", and the amount is no longer due', {
  tag: ["@phone", "@older"],
}, async ({ page, app, login, readEmail, isOlder }) => {
  const before = await app.ask("charged", undefined)
  await login("harbor", "maria.santos")
  await openPayNow(page)
  await readAmount(page)
  await tryExpiredCard(page)
  await readAndDecline(page)
  expect(await app.ask("charged", undefined)).toEqual(before)

  await submit(page).click()
  await page.getByRole("button", { name: "I Agree" }).dblclick()
  await expect(successful(page)).toContainText("You paid $55.90")
  await expect(successful(page)).toContainText(
    "Cancer Expense Insurance, certificate number 4001930435",
  )
  await readConfirmation(page)
  await axeCheck(page)
  await printConfirmation(page)
  const number = await successful(page).locator("strong").textContent()
  await copyNumber(page, number, isOlder)
  expect(await app.ask("charged", undefined)).toEqual([...before, 5590])

  await successful(page).getByRole("button", { name: "Done" }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await readNothingDue(page)
  const receipt = await readEmail("maria.santos", "Receipt")
  expect(receipt.text).toContain(number)
})

/** Copies the confirmation number, also if the browser refuses its clipboard. */
async function copyNumber(page: Page, number: string | null, isOlder: boolean) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  const copy = successful(page).getByRole("button", { name: /^Cop(y|ied) / })
  await copy.click()
  await expect(copy).toHaveText(/Copied/)
  // Older browsers do not let pages read the clipboard.
  if (isOlder) return
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  await page.evaluate(async () => {
    await navigator.clipboard.writeText("something else")
    const refuse = () => Promise.reject(new DOMException("", "NotAllowedError"))
    Object.defineProperty(Clipboard.prototype, "writeText", { value: refuse })
  })
  await copy.click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  await expect(copy).toHaveText(/Copied/)
  await expect(copy).toBeFocused()
}

/** Reads the product and the parts of its amount. */
async function readAmount(page: Page) {
  await expect(
    page.getByText(/^Need help\? Call \(800\) 555-0142, (open|closed) until/),
  ).toBeVisible()
  const main = page.getByRole("main")
  await expect(main).toContainText("Cancer Expense Insurance")
  await expect(main).toContainText("Certificate number")
  await expect(main).toContainText("4001930435")
  await expect(main).toContainText(/Due date.*Feb\w* 12/)
  for (const fact of ["4001930435", "$31.20", "$55.90"]) {
    await expect(main.getByText(fact).filter({ visible: true }), fact).toHaveCount(1)
  }
  await page.getByText("What's in this amount").click()
  const breakdown = page.getByRole("group").filter({ hasText: "Total amount due" })
  await expect(breakdown).toContainText("$4.00 CR")
  await expect(breakdown).toContainText("Billing credit$2.50")
  await expect(page.getByRole("navigation", { name: "Payment center" })).toHaveCount(0)
}

/** An expired card cannot pay. */
async function tryExpiredCard(page: Page) {
  const methods = page.getByLabel("Payment method")
  await expect(methods).toHaveValue("PM-20418")
  await page.getByRole("radio", { name: /^Full amount due:/ }).check()
  await methods.selectOption("PM-20377")
  const expired = page.getByRole("alert").filter({ hasText: "expired" })
  await expect(expired).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await axeCheck(page)
  await methods.selectOption("PM-20418")
  await expect(expired).toBeHidden()
}

/** Reads the authorization, and declines it. */
async function readAndDecline(page: Page) {
  await submit(page).click()
  await expect(authorization(page)).toContainText("Maria Santos")
  await expect(authorization(page)).toContainText("$55.90")
  await expect(authorization(page)).toContainText("ending in 4242")
  await axeCheck(page)
  await page.getByRole("button", { name: "I Do Not Agree" }).click()
  await expect(authorization(page)).toBeHidden()
}

/** Reads the outcome, which a phone shows without scrolling. */
async function readConfirmation(page: Page) {
  await expect(successful(page)).toContainText("Paid withVISA ending in 4242")
  await expect(successful(page)).toContainText("We are emailing a receipt to m•••••@example.com.")
  const number = await successful(page).locator("strong").textContent()
  await expect(successful(page).getByText(number ?? "", { exact: true })).toHaveCount(1)
  const { height } = page.viewportSize() ?? { height: 0 }
  if (height < 800) return
  for (const part of [
    successful(page).getByRole("img", { name: "Success" }),
    successful(page).getByText("You paid $55.90"),
    successful(page).locator("strong"),
    successful(page).getByRole("button", { name: "Receipt (PDF)" }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
}

async function printConfirmation(page: Page) {
  await page.emulateMedia({ media: "print" })
  const printHead = page.getByText(/^Printed on \w+ \d+, \d{4}$/).locator("..")
  await expect(printHead).toContainText("Harbor MutualMaria SantosPrinted on")
  await expect(printHead).toBeVisible()
  await expect(successful(page)).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden()
  await page.emulateMedia({ media: "screen" })
  await expect(printHead).toBeHidden()
}

/** Reads on the dashboard that nothing is due now. */
async function readNothingDue(page: Page) {
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due.getByText(allPaid)).toBeVisible()
  await expect(due).toContainText(/Auto Pay: \$48\.50 on .*Mar\w* \d+\./)
  await expect(due).toContainText(
    /Next bill: \$31\.20 on .*Apr\w* 12 for Cancer Expense Insurance\./,
  )
  await expect(due).toContainText("Last payment: $55.90 today.")
  await expect(due.getByRole("link", { name: "Receipt" })).toBeVisible()
  await expect(page.locator("sup"), "a mark without an amount").toHaveCount(0)
  await expect(page.getByText("May include unpaid amounts")).toHaveCount(0)
}

test("PAYNOW-03 a decline shows its reason and charges nothing, and a bank account pays instead", async ({
  page,
  app,
  login,
}) => {
  const before = await app.ask("charged", undefined)
  await login("harbor", "robert.chen")
  await app.ask("saveMethod", {
    recordId: "PM-bank",
    client: "harbor",
    accountNumber: "HM2140265",
    sample: "bank",
  })
  await openPayNow(page)
  // The product's own method is preferred over the newest one.
  await expect(page.getByLabel("Payment method")).toHaveValue("PM-21402")
  await submit(page).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  const reason =
    "Your bank declined the payment because there is not enough money in the account. You were not charged."
  await expect(page.getByRole("alert").filter({ hasText: reason })).toBeVisible()
  await axeCheck(page)
  expect(await app.ask("charged", undefined)).toEqual(before)

  await page.getByLabel("Payment method").selectOption("PM-bank")
  await submit(page).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(successful(page)).toContainText("$46.50 is on its way from your bank")
})

test("PAYNOW-05 the page recovers a lost reply, and the payment is made once", async ({
  page,
  app,
  login,
}) => {
  const before = await app.ask("charged", undefined)
  await login("harbor", "siobhan.obrien")
  await openPayNow(page)
  await page.evaluate(loseTheAnswerOf, "/myaccount-core/payNow")
  const held = Promise.withResolvers<void>()
  await page.route("**/myaccount-core/payNow", async (route) => {
    if (route.request().method() === "GET") await held.promise
    await route.continue()
  })
  await submit(page).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByText("Please do not pay again.")).toBeVisible()
  await expect(page.getByText(connectionLost)).toBeVisible()
  held.resolve()
  await expect(successful(page)).toContainText("You paid $34.60")
  expect(await app.ask("charged", undefined)).toEqual([...before, 3460])
  await successful(page).getByRole("button", { name: "Close" }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test("PAYNOW-05 a payment that did not arrive can be submitted again @prove", {
  tag: "@once",
}, async ({ page, login }) => {
  await login("harbor", "dorothy.lindqvist")
  await openPayNow(page)
  const seen = Promise.withResolvers<void>()
  let lost = 0
  await page.route("**/myaccount-core/payNow", async (route) => {
    if (route.request().method() === "GET") await seen.promise
    if (route.request().method() === "POST" && lost === 0) {
      lost += 1
      return await route.abort()
    }
    await route.continue()
  })
  const keys: (string | undefined)[] = []
  page.on("request", (request) => {
    const isPayment = request.method() === "POST" && request.url().endsWith("/payNow")
    if (isPayment) keys.push(request.headers()["idempotency-key"])
  })
  await submit(page).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByText(connectionLost)).toBeVisible()
  await expect(page.getByText("Your bank is taking longer")).toHaveCount(0)
  await axeCheck(page)
  seen.resolve()
  await expect(page.getByText("did not reach us, so you were not charged")).toBeVisible()
  await submit(page).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(successful(page)).toBeVisible()
  expect(new Set(keys).size, "one intention, one key").toBe(1)
})

test("PAYNOW-05 the page asks for the outcome at once when the network is back @once @prove", async ({
  page,
  login,
}) => {
  await page.clock.install()
  await login("harbor", "dorothy.lindqvist")
  await openPayNow(page)
  let isOffline = true
  let asked = 0
  await page.route("**/myaccount-core/payNow", async (route) => {
    if (isOffline) return await route.abort()
    asked += 1
    await route.continue()
  })
  await submit(page).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByText(connectionLost)).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  // Requests that the timer sent before the pause are refused before this one.
  await page.evaluate(() => fetch("/myaccount-core/payNow").catch(() => undefined))
  isOffline = false
  await page.evaluate(() => dispatchEvent(new Event("online")))
  await expect.poll(() => asked, "requests while no timer runs").toBe(1)
  await page.clock.resume()
  await expect(page.getByText("did not reach us, so you were not charged")).toBeVisible()
})

test("PAYNOW-01 METHODS-06 PAYNOW-05 a pending payment is shown after a reload and in another tab, and resolves automatically @once @prove", async ({
  page,
  app,
  login,
  advance,
}) => {
  await login("harbor", "james.okafor")
  await openPayNow(page)
  await expect(page.getByText("No payment methods found")).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
  await axeCheck(page)
  await page.getByRole("button", { name: "Add Payment Method" }).click()
  await enterCard(page, "4000 0000 0100 0027")
  await expect(page.getByLabel("Payment method")).toContainText("VISA ending in 0027")

  const before = await app.ask("charged", undefined)
  await page.getByRole("radio", { name: "Full amount due: $129.60" }).check()
  await submit(page).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  const checking = page.getByRole("heading", { name: "We are checking your payment" })
  await expect(checking).toBeVisible()
  await axeCheck(page)
  await page.reload()
  await expect(checking).toBeVisible()
  await page.getByRole("button", { name: "Go back" }).click()
  await openPayNow(page)
  await expect(checking, "the server knows of it as well").toBeVisible()
  await expect(submit(page)).toHaveCount(0)

  await advance({ seconds: 31 })
  await expect(async () => {
    await advance({ seconds: 5 })
    await expect(successful(page)).toContainText("You paid $129.60", { timeout: 500 })
  }).toPass()
  expect(await app.ask("charged", undefined)).toEqual([...before, 12960])
})

test("PAYNOW-03 PAYNOW-09 METHODS-11 ACCESS-03 ACCESS-06 the keyboard alone is enough to add a card and to pay, and each key leaves a visible focus", async ({
  page,
  site,
  login,
}) => {
  const { tabTo, press, type } = keyboardOnly(page)
  await login("steelworkers", "denise.kowalczyk")
  await tabTo(page.getByRole("button", { name: "Pay Now" }).first())
  await press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: "Pay Now" })).toBeFocused()
  await tabTo(page.getByRole("button", { name: "Add Payment Method" }))
  await press("Enter")
  const dialog = page.getByRole("dialog", { name: "Add Payment Method" })
  await expect(dialog.getByRole("button", { name: "Change the billing address" })).toBeVisible()
  await frameField(dialog, "number").waitFor()
  for (const typed of ["4242424242424242", "", "", "0831", "123"]) {
    await press("Tab")
    await type(typed)
  }
  await expect(dialog.getByLabel("Card Type")).toHaveValue("VS")
  await expect(frameField(dialog, "code")).toBeFocused()
  await press("Enter")
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel("Payment method")).toBeFocused()
  await expect(page.getByLabel("Payment method")).toBeInViewport({ ratio: 1 })
  await expect(submit(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole("main").getByText("VISA ending in 4242 was added")).toBeInViewport()
  await tabTo(submit(page))
  await press("Enter")
  await expect(authorization(page)).toContainText(/Amount\$.*AccountVISA ending in 4242/)
  await tabTo(page.getByRole("button", { name: "I Agree" }))
  await press("Space")
  await expect(successful(page)).toBeVisible()
  await tabTo(successful(page).getByRole("button", { name: "Done" }))
  await press("Enter")
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()

  await page.goto(`${site("steelworkers")}/payment-center/pay-now`)
  await expect(page).toHaveURL(/\/payment-center\/products$/)
})

test("a failed page shows an error and can be loaded again @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "dorothy.lindqvist")
  await page.route("**/payNow/homePageData", (route) => route.fulfill({ status: 404 }), {
    times: 1,
  })
  await openPayNow(page)
  await expect(page.getByRole("alert").filter({ hasText: connectivityText })).toBeVisible()
  await axeCheck(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(submit(page)).toBeEnabled()
})

/** Runs in the page: the next POST to this address reaches the server, but its reply is lost. */
function loseTheAnswerOf(path: string): void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const answer = await send(input, init)
    if (input !== path || init?.method !== "POST") return answer
    window.fetch = send
    throw new TypeError("The answer was lost.")
  }
}
