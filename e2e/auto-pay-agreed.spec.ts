import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"

const changeTitle = "Change Auto Pay or Frequency"

async function select(page: Page, site: string, product: string) {
  await page.goto(`${site}/payment-center/products`)
  await page.getByRole("radio", { name: product }).click()
}

test("AGREED-01 the dialog adds up line by line, and the person authorizes the total @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "anastasia.papakonstantinou")
  await select(page, site("harbor"), "Hospital Confinement")
  await page.getByRole("button", { name: changeTitle }).click()
  const change = page.getByRole("dialog", { name: changeTitle })
  await change.getByLabel("Auto pay method").selectOption({ label: "Checking ending in 6789" })
  await expect(change).toContainText("Amount due*$12,345.67")
  await expect(change).toContainText("Adjustment$35.00")
  await expect(change).toContainText("Total$12,380.67")
  await expect(change).toContainText(/Checking ending in 6789 will be charged \$12,380\.67 on/)
  await expect(change).toContainText(/, then \$12,345\.67 a year/)
  await expect(change).not.toContainText("$0.00")
  await axeCheck(page)
  await change.getByRole("button", { name: "Save Changes" }).click()
  const text = page.getByRole("dialog", { name: "Payment Authorization" })
  await expect(text).toContainText("starting with $12,380.67 on")
  await expect(text).not.toContainText("$0.00")
  await text.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByText("We will charge $12,380.67 to Checking")).toBeVisible()
})

test("AUTOPAY-01 DASH-08 the dialog shows the note of the amount due with its mark @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "anastasia.papakonstantinou")
  await select(page, site("harbor"), "Hospital Confinement")
  const open = page.getByRole("button", { name: changeTitle })
  const change = page.getByRole("dialog", { name: changeTitle })
  const replied = page.waitForResponse("**/myaccount-core/paymentFrequency")
  await open.click()
  const reply = await (await replied).json()
  await change.getByRole("button", { name: "Cancel" }).click()
  for (const mark of ["", "<sup>2</sup>"]) {
    const note = { amountDueSpecialCharacter: mark, disclaimer: `<p>${mark} May include more</p>` }
    Object.assign(reply.activeProducts[0], note)
    await page.route("**/myaccount-core/paymentFrequency", (route) =>
      route.fulfill({ json: reply }),
    )
    await open.click()
    await expect(change).toContainText(`Amount due*$12,345.67${mark && ", see note 22"}`)
    await expect(change.getByText("May include more")).toHaveCount(1)
    await change.getByRole("button", { name: "Cancel" }).click()
  }
})

test("AGREED-05 AGREED-06 AGREED-09 a person skips one charge, and then stops auto pay", {
  tag: "@phone",
}, async ({ page, site, login, readEmail }) => {
  await login("wayfarer", "lena.fischer")
  await select(page, site("wayfarer"), "Roadside Assistance")
  const replied = page.waitForResponse("**/paymentFrequency")
  await page.getByRole("button", { name: "Skip this payment" }).click()
  const reply = await (await replied).json()
  const skip = page.getByRole("dialog", { name: "Skip this payment" })
  await expect(skip).toContainText("Amount$7.90")
  await expect(skip).toContainText(/still due on \w+, \w+ \d+: please pay it another way/)
  const dueDate = /still due on (\w+, \w+ \d+)/.exec(await skip.innerText())?.[1] ?? ""
  await expect(skip).toContainText("never the bill that you skip")
  await expect(skip).toContainText("You cannot undo this.")
  await axeCheck(page)
  await skip.getByRole("button", { name: "Keep this payment" }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)

  // The same reply with a higher amount, which rose too late to be announced.
  const nextCharge = { ...reply.nextCharge, deferredAmount: "2.10" }
  const [product] = reply.activeProducts
  const dueAmounts = [{ ...product.dueAmounts[0], amount: "10.00" }]
  const activeProducts = [{ ...product, dueAmounts }]
  await page.route(
    "**/paymentFrequency",
    (route) => route.fulfill({ json: { ...reply, nextCharge, activeProducts } }),
    { times: 1 },
  )
  await page.getByRole("button", { name: "Skip this payment" }).click()
  await expect(skip).toContainText("Announced amount$7.90")
  await expect(skip).toContainText("What you owe rose by $2.10 after we announced this charge.")
  await expect(skip).toContainText(`The bill of $10.00 is still due on ${dueDate}`)
  await skip.getByRole("button", { name: "Keep this payment" }).click()

  await page.getByRole("button", { name: "Skip this payment" }).click()
  await skip.getByRole("button", { name: "Skip this payment" }).click()
  const skipped = page.getByText("We will not charge $7.90 for Roadside Assistance")
  await expect(skipped).toContainText(`The bill of $7.90 is still due on ${dueDate}`)
  await expect(page.getByText("You skipped the Auto Pay charge for this bill.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Skip this payment" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Pay Now" })).toBeEnabled()
  await axeCheck(page)
  expect((await readEmail("lena.fischer")).subject).toMatch(/skipped an Auto Pay charge|New login/)

  await turnOff(page, dueDate)
})

/** Turns Auto Pay off for a product whose next bill is due on this day. */
async function turnOff(page: Page, dueDate: string) {
  await page.getByRole("button", { name: "Turn off Auto Pay" }).click()
  const removal = page.getByRole("dialog", { name: "Confirm Remove Auto Pay" })
  await expect(removal).toContainText("end Auto Pay for Roadside Assistance")
  const next = /My next bill is \$7\.90, due on (\w+ \d+), 2026/
  await expect(removal).toContainText(next)
  const shown = next.exec(await removal.innerText())?.[1] ?? ""
  expect(dueDate).toMatch(new RegExp(`^\\w+, ${shown}$`))
  await axeCheck(page)
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === "PUT"),
    removal.getByRole("button", { name: "I Agree" }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({
    emailType: "remove",
    paymentDetails: [{ paymentMethodRecordId: "00" }],
  })
  await expect(page.getByText("Roadside Assistance is no longer on Auto Pay.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Turn off Auto Pay" })).toHaveCount(0)
}
