import type { Page } from "@playwright/test"
import { invalidCardText } from "#contracts/payments/payment-method-rules.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

const addName = "Add Payment Method"
const signIn = "Sign in to your bank"

/** Signs in to the sandbox's bank, whose window is in front of the form. */
async function openBank(page: Page, button: string) {
  await page.getByRole("button", { name: button }).click()
  const window = page.getByRole("dialog", { name: "Sandbox Bank" })
  await expect(window).toBeVisible()
  await expect(page.getByRole("dialog", { name: addName })).toBeHidden()
  return { window, bank: window.getByTitle("Sandbox Bank").contentFrame() }
}

test("METHODS-17 a customer signs in to their bank, leaves, chooses an account, then another one, and adds it", async ({
  page,
  login,
}) => {
  await login("harbor", "grace.adeyemi")
  await page.goto(new URL("/payment-center/payment-methods", page.url()).href)
  await page.getByRole("button", { name: addName }).click()
  const form = page.getByRole("dialog", { name: addName })
  await form.getByLabel("Bank Account", { exact: true }).check()
  await expect(form.getByLabel(signIn)).toBeChecked()
  await expect(form.getByLabel("Account Number", { exact: true })).toHaveCount(0)
  await form.getByLabel("Account-holder Name").fill("Grace A. Adeyemi")
  const save = form.getByRole("button", { name: addName })
  await save.click()
  await expect(form.getByText("Sign in to your bank and choose an account")).toBeVisible()
  await axeCheck(page)

  const first = await openBank(page, signIn)
  await first.bank.getByRole("button", { name: "Leave" }).click()
  await expect(first.window).toHaveCount(0)
  await expect(form.getByRole("button", { name: signIn })).toBeFocused()
  const closed = await openBank(page, signIn)
  await page.keyboard.press("Escape")
  await expect(closed.window).toHaveCount(0)
  await expect(form.getByLabel("Account-holder Name")).toHaveValue("Grace A. Adeyemi")

  const second = await openBank(page, signIn)
  await second.bank.getByRole("button", { name: "bank-poor, ending in 2227" }).click()
  await expect(form.getByText("Sandbox Bank, account ending in 2227")).toBeVisible()
  const refused = await openBank(page, "Choose another account")
  await refused.bank.getByRole("button", { name: "bank-refused, ending in 0004" }).click()
  await expect(form.getByText("Sandbox Bank, account ending in 0004")).toBeVisible()
  await save.click()
  await expect(form.getByRole("alert")).toContainText(invalidCardText)
  await expect(form.getByText("Sandbox Bank, account ending in 0004")).toHaveCount(0)

  const third = await openBank(page, signIn)
  await third.bank.getByRole("button", { name: "bank, ending in 6789" }).click()
  await expect(form.getByText("Sandbox Bank, account ending in 6789")).toBeVisible()
  await expect(form.getByText("Sign in to your bank and choose an account")).toHaveCount(0)
  await axeCheck(page)
  await save.click()
  await expect(form).toBeHidden()
  const added = page.getByRole("main").getByRole("listitem").filter({ hasText: "Grace A. Adeyemi" })
  await expect(added).toContainText("Checking ending in 6789")
  await expect(added).not.toContainText("Not verified")
})
