import type { Page } from "@playwright/test"
import { frameField, openAddress, typeCard } from "./card-form.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

/**
 * The browser's console prints that a payment needs the bank's confirmation, and that it was
 * canceled.
 */
test.use({ expectedFaults: [/status of (428|402|409|422)/] })

const asksEachTime = "4000002760003184"

function pageOfBank(page: Page) {
  return page.frameLocator('iframe[title="Page of your bank"]')
}

async function openPayNow(page: Page) {
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "Pay Now" })).toBeVisible()
}

function addDialog(page: Page) {
  return page.getByRole("dialog", { name: "Add Payment Method" })
}

/** Sends a card whose bank requires confirmation each time, and stops at the bank's page. */
async function sendCard(page: Page) {
  const dialog = addDialog(page)
  await dialog.getByLabel("Card Type").selectOption("VS")
  await dialog.getByLabel("Cardholder Name").fill("James Okafor")
  await typeCard(dialog, { number: asksEachTime })
  await openAddress(dialog)
  await dialog.getByLabel("Address 1").fill("7 Quay Street")
  await dialog.getByLabel("City").fill("Portland")
  await dialog.getByLabel("State").selectOption("ME")
  await dialog.getByLabel("Zip").fill("04101")
  await dialog.getByRole("button", { name: "Add Payment Method" }).click()
  await expect(dialog.getByRole("heading", { name: "Confirm this card" })).toBeFocused()
}

async function answer(page: Page, label: "Confirm" | "Refuse") {
  await pageOfBank(page).getByRole("button", { name: label }).click()
}

/** Fails if anything covers a button of the bank's page, such as the bottom bar of a phone. */
async function expectUncovered(page: Page, name: string) {
  const box = await pageOfBank(page).getByRole("button", { name }).boundingBox()
  expect(box, name).not.toBeNull()
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
  const middle = [x + width / 2, y + height / 2] as const
  const onTop = await page.evaluate(
    ([across, down]) => document.elementFromPoint(across, down)?.tagName,
    middle,
  )
  expect(onTop, `nothing covers ${name}`).toBe("IFRAME")
}

/** Adds the card from a payment, and chooses it. */
async function addCard(page: Page) {
  const submit = page.getByRole("button", { name: "Submit Payment" })
  const add = page.getByRole("main").getByRole("button", { name: "Add Payment Method" })
  await expect(submit.or(add)).toBeEnabled()
  if (await add.isVisible()) await add.click()
  else await page.getByLabel("Payment method").selectOption({ label: "Add new payment method" })
  await sendCard(page)
  await answer(page, "Confirm")
  await expect(addDialog(page)).toBeHidden()
}

async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByRole("heading", { name: "Confirm this payment" })).toBeFocused()
  await expect(pageOfBank(page).getByText("Confirm your payment of $")).toBeVisible()
}

test("AUTHENTICATE-02 a card whose bank requires confirmation is saved after it, and the typed data stays", async ({
  page,
  login,
  site,
}) => {
  await login("harbor", "james.okafor")
  await page.goto(`${site("harbor")}/payment-center/payment-methods`)
  await page.getByRole("button", { name: "Add Payment Method" }).click()
  const dialog = addDialog(page)
  await sendCard(page)
  await axeCheck(page)
  await dialog.getByRole("button", { name: "Back to the form" }).click()
  await expect(dialog).toContainText("You did not confirm the card with your bank")
  await expect(frameField(dialog, "number")).toHaveValue(/3184$/)
  const add = dialog.getByRole("button", { name: "Add Payment Method" })

  await add.click()
  await answer(page, "Refuse")
  await expect(dialog).toContainText("Your bank could not confirm that it was you")
  await expect(dialog.getByLabel("Cardholder Name")).toHaveValue("James Okafor")

  await add.click()
  await answer(page, "Confirm")
  await expect(dialog).toBeHidden()
  await expect(page.getByText("VISA ending in 3184 was added")).toBeVisible()
  await page.goBack()
  await expect(page, "one Back leaves the screen").toHaveURL(/\/dashboard$/)
})

test("AUTHENTICATE-03 a payment that the customer confirms with their bank in a frame is made, also after a reload", async ({
  page,
  login,
}) => {
  await login("harbor", "james.okafor")
  const places = await page.evaluate(() => history.length)
  await openPayNow(page)
  await addCard(page)
  // The answer opened another page in the frame, which adds an entry to the tab's history.
  expect(await page.evaluate(() => history.length)).toBeGreaterThan(places + 1)
  await submit(page)
  await expectUncovered(page, "Confirm")
  await expectUncovered(page, "Refuse")
  await axeCheck(page)
  await page.goBack()
  await expect(page, "one Back leaves the screen").toHaveURL(/\/dashboard$/)
  await openPayNow(page)
  await expect(page.getByRole("heading", { name: "Confirm this payment" })).toBeVisible()
  await page.reload()
  await expect(pageOfBank(page).getByRole("button", { name: "Confirm" })).toBeVisible()
  await answer(page, "Confirm")
  const successful = page.getByRole("dialog", { name: "Payment Successful" })
  await expect(successful).toBeVisible()
  await successful.getByRole("button", { name: "Close" }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test("AUTHENTICATE-03 a payment that the customer refuses or cancels is not made, and two tabs show the outcome and pay once @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  await openPayNow(page)
  await addCard(page)
  await submit(page)
  await answer(page, "Refuse")
  await expect(page.getByRole("main")).toContainText("Your bank could not confirm that it was you")
  const chosen = page.getByLabel("Payment method").locator("option:checked")
  await expect(chosen).toHaveText(/3184/)

  await submit(page)
  await page.getByRole("button", { name: "Cancel payment" }).click()
  await expect(page.getByRole("main")).toContainText(
    "You did not confirm this payment with your bank, so we canceled it. You were not charged.",
  )
  await expect(chosen).toHaveText(/3184/)

  await submit(page)
  const other = await page.context().newPage()
  await other.goto(new URL("/dashboard", page.url()).href)
  await openPayNow(other)
  await expect(other.getByRole("heading", { name: "Confirm this payment" })).toBeVisible()
  await answer(other, "Confirm")
  for (const tab of [other, page]) {
    await expect(tab.getByRole("dialog", { name: "Payment Successful" })).toBeVisible()
  }
})
