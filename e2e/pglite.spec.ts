import { allPaid } from "#web/products/texts.ts"
import { expect, test } from "./fixtures.ts"
import { askForCode, codeField } from "./sign-in-steps.ts"

test.use({ engine: "PGlite" })

test("LOGIN-04 PAYNOW-03 CENTER-01 on PGlite, a person logs in with an emailed code and pays the amount due @prove", async ({
  page,
  site,
  app,
  readCode,
  readEmail,
}) => {
  await page.goto(site("harbor"))
  await askForCode(page, "maria.santos")
  await codeField(page).fill(await readCode("maria.santos"))
  await page.getByRole("button", { name: "Confirm Code" }).click()
  await expect(page.getByRole("heading", { name: "Welcome, Maria Santos" })).toBeVisible()

  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await page.getByRole("radio", { name: /^Full amount due:/ }).check()
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  const successful = page.getByRole("dialog", { name: "Payment Successful" })
  await expect(successful).toContainText("You paid $55.90")
  const number = await successful.locator("strong").textContent()
  expect(await app.ask("charged", undefined)).toEqual([5590])
  expect((await readEmail("maria.santos", "Receipt")).text).toContain(number)

  await successful.getByRole("button", { name: "Done" }).click()
  await expect(page.getByText(allPaid)).toBeVisible()
  await page.goto(`${site("harbor")}/payment-center/payment-history`)
  const payment = page.getByRole("article", { name: "Cancer Expense Insurance" })
  await expect(payment).toContainText("Paid")
})
