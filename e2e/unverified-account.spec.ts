import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"

const account = "Checking ending in 0005"
const unverified = `${account} (not verified)`
const tom = { client: "electricians", accountNumber: "EL260418", sample: "bank" }
const product = "Group Term Life Insurance"

/** The reason stands below the choice as long as no method is chosen. */
async function expectNotChoosable(page: Page, label: string, isOtherChosen: boolean) {
  const option = page.getByLabel(label).getByRole("option", { name: unverified })
  await expect(option).toBeDisabled()
  const count = isOtherChosen ? 0 : 1
  await expect(page.getByText(`${account} is not verified yet`)).toHaveCount(count)
  await expect(page.getByRole("link", { name: `Verify ${account}` })).toHaveCount(count)
}

test("METHODS-08 a bank account that is not verified is marked, and cannot be chosen to pay", async ({
  page,
  login,
  site,
}) => {
  await login("electricians", "tom.reilly")
  const center = `${site("electricians")}/payment-center`

  await page.goto(`${center}/payment-methods`)
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: account })
  await expect(card).toContainText("Not verified")
  await expect(card).toContainText(`${account} is not verified yet`)
  const link = card.getByRole("link", { name: `Verify ${account}` })
  await expect(link).toHaveAttribute("href", "https://sandbox-bank.example/deposits")
  await axeCheck(page)

  await page.goto(`${center}/products`)
  await page.getByRole("radio", { name: product }).click()
  await page.getByRole("button", { name: "Change Auto Pay or Frequency" }).click()
  await expectNotChoosable(page, "Auto pay method", false)
  await axeCheck(page)
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Pay Now" }).click()
  await expectNotChoosable(page, "Payment method", true)
  await axeCheck(page)
})

test("METHODS-15 a blocked account is marked with its reason, and cannot be chosen to pay @phone @prove", async ({
  app,
  page,
  login,
  site,
}) => {
  const blocked = "Checking ending in 6789"
  await app.ask("saveMethod", { ...tom, recordId: "PM-block", blockedReason: "account_closed" })
  await login("electricians", "tom.reilly")
  await page.goto(`${site("electricians")}/payment-center/payment-methods`)
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: blocked })
  await expect(card).toContainText("Cannot be charged")
  await expect(card).toContainText(`${blocked} cannot be charged: the account is closed.`)
  await axeCheck(page)
  await card.getByRole("button", { name: "Add another payment method" }).click()
  await expect(page.getByRole("dialog", { name: "Add Payment Method" })).toBeVisible()
  await page.keyboard.press("Escape")

  await page.goto(`${site("electricians")}/payment-center/products`)
  await page.getByRole("radio", { name: product }).click()
  await page.getByRole("button", { name: "Pay Now" }).click()
  const option = `${blocked} (cannot be charged)`
  const methods = page.getByLabel("Payment method")
  await expect(methods).toHaveValue("PM-26041")
  await expect(methods.getByRole("option", { name: option })).toBeDisabled()
  await expect(page.getByText(`${blocked} cannot be charged: the account is closed.`)).toBeHidden()
  await axeCheck(page)
})

test("METHODS-14 an account whose authorization ended is authorized again in the dialog of auto pay", async ({
  app,
  page,
  login,
  site,
}) => {
  const ended = "Checking ending in 6789"
  await app.ask("saveMethod", { ...tom, recordId: "PM-ended", authorizationGone: true })
  await login("electricians", "tom.reilly")
  await page.goto(`${site("electricians")}/payment-center/payment-methods`)
  const card = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: "Authorization ended" })
  await expect(card).toContainText(`Your authorization for ${ended} has ended.`)
  await axeCheck(page)
  await card.getByRole("link", { name: "Choose a product to pay" }).click()
  await page.getByRole("radio", { name: product }).click()
  await page.getByRole("button", { name: "Change Auto Pay or Frequency" }).click()
  await page.getByLabel("Auto pay method").selectOption(`${ended} (authorize again)`)
  await page.getByRole("button", { name: "Save Changes" }).click()
  const dialog = page.getByRole("dialog", { name: "Payment Authorization" })
  await expect(dialog).toContainText(`Your earlier authorization for ${ended} has ended.`)
  await axeCheck(page)
  await dialog.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByText("is now on Auto Pay", { exact: false })).toBeVisible()
  await page.goto(`${site("electricians")}/payment-center/payment-methods`)
  await expect(card).toHaveCount(0)
})
