import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"

const account = "Checking ending in 0005"
const unverified = `${account} (not verified)`
const product = "Group Term Life Insurance"

async function expectNotChoosable(page: Page, label: string) {
  const option = page.getByLabel(label).getByRole("option", { name: unverified })
  await expect(option).toBeDisabled()
  await expect(page.getByText(`${account} is not verified yet`)).toBeVisible()
  await expect(page.getByRole("link", { name: `Confirm the deposits to ${account}` })).toBeVisible()
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
  await expect(card).toContainText("We cannot charge this account yet")
  const link = card.getByRole("link", { name: `Confirm the deposits to ${account}` })
  await expect(link).toHaveAttribute("href", "https://sandbox-bank.example/deposits")
  await axeCheck(page)

  await page.goto(`${center}/products`)
  await page.getByRole("radio", { name: product }).click()
  await page.getByRole("button", { name: "Change Auto Pay or Frequency" }).click()
  await expectNotChoosable(page, "Auto pay method")
  await axeCheck(page)
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Pay Now" }).click()
  await expectNotChoosable(page, "Payment method")
  await axeCheck(page)
})
