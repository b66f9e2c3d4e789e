import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"
import { openBillsOfJames } from "./staff.ts"

test.use({ expectedFaults: [/status of 409/] })

const policyNumber = "4003120956"

async function payByVisa(page: Page) {
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await page.getByRole("radio", { name: /^Full amount due:/ }).check()
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page
    .getByRole("dialog", { name: "Payment Authorization" })
    .getByRole("button", { name: "I Agree" })
    .click()
}

test("PAYNOW-11 CORRECTION-10 a bill whose payment the account system lost is not charged again until two staff members release it @phone @prove", async ({
  app,
  page,
  login,
  anotherPage,
  site,
}) => {
  const confirmation = await app.ask("pay", {
    username: "james.okafor",
    client: "harbor",
    policyNumber,
  })
  await app.ask("forgetPayments", "harbor")
  const before = await app.ask("charged", undefined)

  await login("harbor", "james.okafor")
  await payByVisa(page)
  const refusal = page.getByRole("alert").filter({ hasText: confirmation })
  await expect(refusal).toContainText("(800) 555-0142")
  await expect(refusal).toContainText("bills due Feb 18, 2026 and Mar 18, 2026")
  await expect(page.getByRole("main")).not.toContainText("check this product again later")
  await axeCheck(page)
  expect(await app.ask("charged", undefined)).toEqual(before)

  await app.ask("releaseSecondFactor", "agent.osei")
  const osei = await anotherPage()
  await login("support", "agent.osei", osei)
  const product = await openBillsOfJames(osei, policyNumber)
  await expect(product).toContainText(confirmation)
  await axeCheck(osei)
  await product.getByRole("button", { name: /^Release/ }).click()
  const dialog = osei.getByRole("dialog")
  await dialog.getByLabel("Reason").fill("The bank took it back by letter")
  await axeCheck(osei)
  await dialog.getByRole("button", { name: /^Ask to release/ }).click()
  await expect(osei.getByText("needs the approval of a second staff member")).toBeVisible()

  const moreau = await anotherPage()
  await login("support", "agent.moreau", moreau)
  await moreau.getByRole("button", { name: "Approve" }).click()
  await moreau
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click()
  await expect(moreau.getByText("The payment no longer counts for the open bills")).toBeVisible()

  await page.goto(`${site("harbor")}/dashboard`)
  await payByVisa(page)
  await expect(page.getByRole("dialog", { name: "Payment Successful" })).toBeVisible()
  expect((await app.ask("charged", undefined)).length).toBe(before.length + 1)
})
