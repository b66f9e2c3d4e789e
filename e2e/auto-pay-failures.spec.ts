import type { Page } from "@playwright/test"
import { messages } from "#contracts/messages.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { find, openPaymentsOf } from "./staff.ts"

const changeLabel = "Change Auto Pay or Frequency"

/** Checks that every screen and, with the year in each date, the email contain these sentences. */
async function expectFailedCharge(
  page: Page,
  site: string,
  sentences: readonly string[],
  email: string,
) {
  for (const sentence of sentences) {
    expect(email).toContain(sentence.replace(/\w{3}, (Mar \d+)/, "$1, 2026"))
  }
  for (const path of ["/dashboard", "/payment-center/products"]) {
    await page.goto(`${site}${path}`)
    const notice = page.getByRole("region", { name: /^Auto Pay / })
    for (const sentence of sentences) await expect(notice).toContainText(sentence)
    await axeCheck(page)
  }
  await page.goto(`${site}/payment-center/payment-history`)
  const entry = page.getByRole("article").filter({ hasText: "Declined" })
  for (const sentence of sentences) await expect(entry).toContainText(sentence)
  await axeCheck(page)
}

test("NOTICE-06 a card that expires before its next charge is announced on the screens, with a way to update it @prove", {
  tag: "@phone",
}, async ({ page, site, login }) => {
  await login("wayfarer", "lena.fischer")
  await page.goto(`${site("wayfarer")}/payment-center/payment-methods`)
  await page.getByRole("button", { name: "Edit Amex" }).click()
  const edited = page.getByRole("dialog", { name: "Edit Payment Method" })
  await edited.getByLabel("Exp Date year").selectOption("2026")
  await edited.getByLabel("Exp Date month").selectOption({ label: "03" })
  await edited.getByRole("button", { name: "Save Changes" }).click()
  await expect(edited).toBeHidden()
  // This month's charge comes before the card's last day, and the next one after it.
  await page.goto(`${site("wayfarer")}/payment-center/products`)
  await page.getByRole("radio", { name: "Roadside Assistance" }).click()
  await expect(
    page.getByText(/^Auto Pay will charge \$7\.90 to Amex ending in 0005 on \w+, Mar \d+\.$/),
  ).toBeVisible()
  await expect(
    page.getByRole("region", { name: messages["autoPay.expiring"].content }),
  ).toHaveCount(0)
  await page.getByRole("button", { name: "Skip this payment" }).click()
  const skip = page.getByRole("dialog", { name: "Skip this payment" })
  await skip.getByRole("button", { name: "Skip this payment" }).click()
  await expect(page.getByText(/Auto Pay continues on \w+, Apr \d+\.$/)).toBeVisible()
  for (const path of ["/payment-center/products", "/dashboard"]) {
    await page.goto(`${site("wayfarer")}${path}`)
    const notice = page.getByRole("region", { name: messages["autoPay.expiring"].content })
    await expect(notice).toContainText("Amex ending in 0005 expires on Tue, Mar 31")
    await expect(notice).toContainText(/Auto Pay charges it next on \w+, Apr /)
    await axeCheck(page)
  }
  await page.getByRole("link", { name: "Update your card" }).click()
  await expect(page.getByRole("heading", { name: "Payment Methods", level: 2 })).toBeVisible()

  await page.goto(`${site("wayfarer")}/payment-center/products`)
  await page.getByRole("radio", { name: "Roadside Assistance" }).click()
  await page.getByRole("button", { name: changeLabel }).click()
  const warning = page.getByText(/Amex ending in 0005 expires before the first charge on \w+, Apr /)
  await expect(warning).toBeVisible()
  await page.getByLabel("Payment frequency").selectOption("A")
  await expect(warning).toBeVisible()
  await page.getByRole("button", { name: "Save Changes" }).click()
  await expect(page.getByRole("dialog", { name: changeLabel })).toContainText("from Monthly to")
  await expect(warning).toBeVisible()
})

test("FAILURE-06 a declined auto pay has the same status in email, dashboard, payment center and history @prove", {
  tag: ["@phone", "@own-app"],
}, async ({ page, site, app, login, readEmail }) => {
  // The first run announces the charge ten days ahead.
  await app.ask("billingRun", undefined)
  await app.ask("advance", { days: 10 })
  await app.ask("billingRun", undefined)
  const email = await readEmail("robert.chen", "did not go through")
  await login("harbor", "robert.chen")
  await expectFailedCharge(
    page,
    site("harbor"),
    [
      "Auto Pay did not charge VISA ending in 9995 on Thu, Mar 12: not enough money in the account.",
      "We will charge $46.50 on Sat, Mar 14, unless you pay first.",
    ],
    email.text,
  )
  await page.goto(`${site("harbor")}/dashboard`)
  const dashboard = page.getByRole("main")
  await expect(dashboard.getByText("did not charge")).toHaveCount(1)
  const notice = page.getByRole("region", { name: /^Auto Pay did not go through/ })
  // One act has one filled button.
  await expect(dashboard.getByRole("button", { name: "Pay Now" })).toHaveClass(/secondary/)
  await notice.getByRole("button", { name: "Pay $46.50" }).click()
  await expect(page).toHaveURL(/pay-now/)
  expect(email.text).not.toContain("change your payment method")
  await page.goto(`${site("harbor")}/payment-center/products`)
  await expect(notice).toHaveCount(1)
  await expect(notice.getByRole("button", { name: "Pay $46.50" })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText("Never miss a due date")).toHaveCount(0)
  const payNow = page.getByRole("button", { name: "Pay Now" })
  await expect(payNow).toBeEnabled()
  await expect(payNow).toHaveClass(/secondary/)
})

test("FAILURE-06 AGENT-07 a suspended bank account is shown everywhere, and auto pay starts again with a new authorization @prove", {
  tag: "@own-app",
}, async ({ page, site, app, login, readEmail, anotherPage }) => {
  // The first run announces the charge ten days ahead.
  await app.ask("billingRun", undefined)
  await app.ask("advance", { days: 10 })
  await app.ask("billingRun", undefined)
  const email = await readEmail("frances.doyle", "is suspended")
  await login("harbor", "frances.doyle")
  await expectFailedCharge(
    page,
    site("harbor"),
    [
      "Auto Pay did not charge Checking ending in 0003 on Thu, Mar 12: the account is closed.",
      "Auto Pay is suspended.",
      "Pay $42.75 first.",
      "To restart Auto Pay, choose another payment method.",
    ],
    email.text,
  )
  const staff = await anotherPage()
  await login("support", "agent.kim", staff)
  await find(staff, "Username", "frances.doyle")
  const seen = await openPaymentsOf(staff, "Frances Doyle")
  await expect(seen).toContainText("Auto Pay is suspended.")
  await expect(seen).toContainText("No charge is planned.")

  await app.ask("saveMethod", {
    recordId: "PM-frances",
    client: "harbor",
    accountNumber: "HM2172630",
    sample: "visa",
  })
  await page.goto(`${site("harbor")}/payment-center/products`)
  await page.getByRole("button", { name: "Pay Now" }).click()
  await page.getByLabel("Payment method").selectOption("PM-frances")
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByRole("dialog", { name: "Payment Successful" })).toBeVisible()

  await page.goto(`${site("harbor")}/payment-center/products`)
  const notice = page.getByRole("region", { name: /^Auto Pay is suspended/ })
  await expect(notice).not.toContainText("Please pay")
  await page.getByRole("button", { name: changeLabel }).click()
  await page.getByLabel("Auto pay method").selectOption("PM-frances")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByText("is now on Auto Pay")).toBeVisible()
  await expect(notice).toHaveCount(0)
})
