import { axeCheck, expect, test } from "./fixtures.ts"

test("PAYNOW-06 a person pays only the past due amount, and the authorization states each due date @phone @prove", async ({
  page,
  app,
  login,
}) => {
  const submit = page.getByRole("button", { name: "Submit Payment" })
  const authorization = page.getByRole("dialog", { name: "Payment Authorization" })
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await page.getByLabel("Payment method").selectOption("PM-20418")
  await submit.click()
  const both = "due on 02/12/2026 ($31.20) and 03/12/2026 ($24.70)"
  await expect(authorization).toContainText(both)
  await page.getByRole("button", { name: "I Do Not Agree" }).click()
  await page.getByLabel("Amount to pay").selectOption({ label: "$31.20: only what is past due" })
  await axeCheck(page)
  await page.reload()
  await expect(page.getByLabel("Payment method")).toHaveValue("PM-20418")
  await submit.click()
  await expect(authorization).toContainText("due on 02/12/2026.")
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByRole("dialog", { name: "Payment Successful" })).toContainText(
    "$31.20 was accepted",
  )
  expect(await app.ask("charged", undefined)).toEqual([3120])
})
