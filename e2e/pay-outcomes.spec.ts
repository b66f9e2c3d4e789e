import type { Locator, Page } from "@playwright/test"
import { allPaid } from "#web/products/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

/** A phone whose browser bars are visible. */
test.use({
  viewport: { width: 390, height: 664 },
  // The console prints lost replies.
  expectedFaults: [/net::ERR_FAILED|net::ERR_CONNECTION|status of 404|status of 504/],
})

const paths = "**/myaccount-core/payNow"
const nextCharges = "**/myaccount-core/nextCharges"

function successful(page: Page) {
  return page.getByRole("dialog", { name: "Payment Successful" })
}

function authorization(page: Page) {
  return page.getByRole("dialog", { name: "Payment Authorization" })
}

async function openPayNow(page: Page) {
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "Pay Now" })).toBeVisible()
}

async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await expect(authorization(page)).toBeVisible()
}

async function agree(page: Page) {
  await submit(page)
  await page.getByRole("button", { name: "I Agree" }).click()
}

/** Waits until a person sees both the message and the focus. */
async function expectSeen(page: Page, message: Locator) {
  await expect(message).toBeInViewport({ ratio: 1 })
  await expect(page.locator(":focus")).toBeInViewport()
  await expect(message).toBeInViewport({ ratio: 1 })
}

test("PAYNOW-03 ACCESS-03 the person sees the message of a declined payment, and the focus", async ({
  page,
  login,
}) => {
  await login("harbor", "robert.chen")
  await openPayNow(page)
  await agree(page)
  await expectSeen(page, page.getByText("Your bank declined the payment"))
})

test("PAYNOW-05 ACCESS-03 the person sees the message of a payment without an outcome, and of one that did not arrive", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  await openPayNow(page)
  const isKnown = Promise.withResolvers<void>()
  await page.route(paths, async (route) => {
    if (route.request().method() === "POST") return await route.abort()
    await isKnown.promise
    await route.continue()
  })
  await agree(page)
  await expectSeen(page, page.getByText("Please do not pay again."))
  await expectSeen(page, page.getByText("The connection was lost while we sent your payment."))
  isKnown.resolve()
  await expectSeen(page, page.getByText("Your payment did not reach us"))
})

test("PAYNOW-05 ACCESS-03 the person sees the message of a payment that the bank does not answer @prove", async ({
  page,
  app,
  login,
}) => {
  await login("harbor", "james.okafor")
  await app.ask("saveMethod", {
    recordId: "PM-hushed",
    client: "harbor",
    accountNumber: "HM2073350",
    sample: "hushed",
  })
  await page.reload()
  await openPayNow(page)
  await agree(page)
  await expectSeen(page, page.getByText("Your bank is taking longer than usual to answer."))
})

for (const [origin, payments] of [
  ["/dashboard", 3],
  ["/payment-center/products", 1],
] as const) {
  test(`PAYNOW-03 Back on "Payment Successful" leads to ${origin}, as Done does, and each payment is made once`, async ({
    page,
    app,
    site,
    login,
  }) => {
    const before = (await app.ask("charged", undefined)).length
    await login("harbor", "dorothy.lindqvist")
    await page.goto(site("harbor") + origin)
    for (let paid = 1; paid <= payments; paid += 1) {
      await openPayNow(page)
      await submit(page)
      await page.goBack()
      await expect(authorization(page), "Back declines").toBeHidden()
      await expect(page.getByRole("button", { name: "Submit Payment" })).toBeFocused()
      await expect(page.getByRole("button", { name: "Submit Payment" })).toBeInViewport()
      await agree(page)
      await expect(successful(page)).toContainText("You paid")
      await page.goBack()
      await expect(page).toHaveURL(site("harbor") + origin)
      await expect(page.getByRole("dialog")).toHaveCount(0)
      expect((await app.ask("charged", undefined)).length).toBe(before + paid)
    }
    await page.goForward()
    await expect(page.getByRole("heading", { level: 1, name: "Pay Now" })).toBeVisible()
    await expect(page.getByRole("dialog")).toHaveCount(0)
    expect((await app.ask("charged", undefined)).length).toBe(before + payments)
  })
}

test("PAYNOW-04 PRODUCTS-04 after a payment by card, the confirmation never shows the earlier end of coverage", async ({
  page,
  login,
}) => {
  await login("electricians", "tom.reilly")
  const before = "Wed, Apr 8 with the grace period"
  await expect(page.getByRole("main")).toContainText(`Covered until ${before}`)
  const read = page.waitForResponse(nextCharges)
  await openPayNow(page)
  await read
  await submit(page)
  const earlier = { policyNumber: "6200260418", coveredUntil: "03/11/2026", graceUntil: "" }
  await page.route(nextCharges, (route) =>
    route.fulfill({ json: { nextCharges: [], coverage: [earlier], messages: [] } }),
  )
  await page.route(paths, async (route) => {
    if (route.request().method() === "POST") return await route.continue()
    await route.fulfill({ json: { messages: [] } })
  })
  const readAgain = page.waitForResponse(nextCharges)
  await page.getByRole("button", { name: "I Agree" }).click()
  await readAgain
  await expect(successful(page)).toContainText("Covered untilUpdating…")
  await expect(successful(page)).toContainText("Covered untilYour home page will show it")
  await expect(successful(page)).not.toContainText(before)
})

test("DASH-05 PRODUCTS-04 a bank debit of everything owed is on its way, and moves the end of coverage only later @prove", {
  tag: "@own-app",
}, async ({ page, login }) => {
  await login("harbor", "maria.santos")
  await openPayNow(page)
  await page.getByRole("radio", { name: "Full amount due: $55.90" }).check()
  await page.getByLabel("Payment method").selectOption({ label: "Checking ending in 6789" })
  await agree(page)
  const later = "Your coverage date changes when your bank has paid."
  await expect(successful(page)).toContainText("Covered untilWed, Mar 11 with the grace period")
  await expect(successful(page)).toContainText(later)
  await successful(page).getByRole("button", { name: "Done" }).click()
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due).toContainText("$55.90 is on its way from your bank")
  await expect(due).toContainText("Covered until Wed, Mar 11 with the grace period.")
  await expect(due).toContainText(`Your bank can still return it. ${later}`)
  await expect(due).not.toContainText(allPaid)
  await axeCheck(page)
})
