import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures.ts"

/** The browser's console prints the reply that the text has changed. */
test.use({ expectedFaults: [/status of 409/] })

const maria = { client: "harbor", accountNumber: "HM2041187" }
const changeTitle = "Change Auto Pay or Frequency"
const changed =
  "The authorization changed while you were reading it, so nothing was done. Please read the new text, then agree to it."

function authorization(page: Page) {
  return page.getByRole("dialog", { name: "Payment Authorization" })
}

function agree(page: Page) {
  return authorization(page).getByRole("button", { name: "I Agree" })
}

test("PAYNOW-15 if the account system changes a name while a person is signed in, the next text shows it and the person can agree at once", async ({
  page,
  app,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await expect(authorization(page)).toContainText("I, Maria Santos,")
  await app.ask("renamePerson", { ...maria, lastName: "Lindgren" })
  await agree(page).click()
  await expect(authorization(page)).toContainText(changed)
  await expect(authorization(page)).toContainText("I, Maria Lindgren,")
  await page.getByRole("button", { name: "I Do Not Agree" }).click()

  await app.ask("renamePerson", { ...maria, lastName: "Berg" })
  await page.reload()
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await expect(authorization(page)).toContainText("I, Maria Berg,")
  await app.ask("renamePerson", { ...maria, lastName: "Lindgren" })
  await agree(page).click()
  await expect(authorization(page)).toContainText("I, Maria Lindgren,")
  await agree(page).click()
  await expect(page.getByRole("dialog", { name: "Payment Successful" })).toContainText("accepted")
})

test("PAYNOW-15 the same applies to a change of auto pay @phone @prove", async ({
  page,
  app,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/payment-center/products`)
  await page.getByRole("radio", { name: "Whole Life Insurance" }).click()
  await page.getByRole("button", { name: changeTitle }).click()
  const form = page.getByRole("dialog", { name: changeTitle })
  await form.getByLabel("Payment frequency").selectOption("Q")
  await form.getByLabel("Auto pay method").selectOption({ label: "Checking ending in 6789" })
  await form.getByRole("button", { name: "Save Changes" }).click()
  await expect(authorization(page)).toContainText("I, Maria ")
  await app.ask("renamePerson", { ...maria, lastName: "Moreno" })
  await agree(page).click()
  await expect(authorization(page)).toContainText(changed)
  await expect(authorization(page)).toContainText("I, Maria Moreno,")
  await agree(page).click()
  await expect(authorization(page)).toBeHidden()
  await expect(page.getByRole("main")).not.toContainText(changed)
})
