import type { Page } from "@playwright/test"
import { dayInWords } from "#contracts/dates.ts"
import { openAddress, typeCard } from "./card-form.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { expectFocusKept } from "./focus.ts"
import { keyboardOnly } from "./keyboard.ts"
import { failure } from "./sign-in-steps.ts"

const changeTitle = "Change Auto Pay or Frequency"

async function openChange(page: Page, site: string, product: string) {
  await page.goto(`${site}/payment-center/products`)
  await page.getByRole("radio", { name: product }).click()
  await page.getByRole("button", { name: changeTitle }).click()
  await form(page).getByLabel("Auto pay method").waitFor()
}

function form(page: Page) {
  return page.getByRole("dialog", { name: changeTitle })
}

function authorization(page: Page) {
  return page.getByRole("dialog", { name: "Payment Authorization" })
}

function row(page: Page, product: string) {
  return page.locator("tr, li").filter({ has: page.getByRole("radio", { name: product }) })
}

async function save(page: Page) {
  await form(page).getByRole("button", { name: "Save Changes" }).click()
}

test("AUTOPAY-01 AUTOPAY-03 AUTOPAY-04 AUTOPAY-06 AUTOPAY-07 AUTOPAY-08 AGREED-10 a person reads about an expired card that cannot be saved, chooses frequency and method, reads the authorization, declines, and agrees", async ({
  page,
  site,
  login,
  readEmail,
}) => {
  await login("harbor", "maria.santos")
  await openChange(page, site("harbor"), "Whole Life Insurance")
  await chooseFrequencyAndMethod(page)
  await readAndDecline(page)
  await agree(page)
  expect((await readEmail("maria.santos")).subject).toMatch(/Auto Pay|New login/)

  await downloadAuthorization(page)
  await axeCheck(page)
})

/** Reads what the form offers, and chooses a frequency and, after an expired card, a bank account. */
async function chooseFrequencyAndMethod(page: Page) {
  const change = form(page)
  await expect(change).toContainText("Whole Life Insurance")
  await expect(change).toContainText("Certificate number 4001930427")
  await expect(change).toContainText(
    `Auto Pay charges on your due date, the 11th of each month. The next charge is on ${dayInWords("03/12/2026", "03/02/2026")}. Want another day? Call (800) 555-0142.`,
  )
  await expect(change).toContainText("Wed, Mar 11")
  await expect(change).toContainText("Amount due*$48.50")
  const frequency = change.getByLabel("Payment frequency")
  const method = change.getByLabel("Auto pay method")
  await expect(frequency).toHaveValue("M")
  await expect(method.getByRole("option")).toHaveText([
    "Remove Auto Pay",
    "VISA ending in 4242",
    "MasterCard ending in 4444 (expired)",
    "Checking ending in 6789",
    "Add new payment method",
  ])

  await expect(frequency.getByRole("option")).toContainText([
    "Monthly: $48.50",
    "Quarterly: $145.50",
  ])
  await frequency.selectOption("Q")
  await expect(change).toContainText("Amount due*$145.50")
  await expect(change).toContainText(
    `VISA ending in 4242 will be charged $145.50 every three months from ${dayInWords("03/11/2026", "03/02/2026")}; now it is $48.50 a month.`,
  )
  await change.getByRole("button", { name: "Turn off Auto Pay" }).click()
  await expect(method).toHaveValue("00")
  await method.selectOption({ label: "MasterCard ending in 4444 (expired)" })
  const expired = change.getByRole("alert").filter({ hasText: "expired at the end of 01/2024" })
  await expect(expired).toBeVisible()
  await expect(change).not.toContainText("will be charged")
  await expect(change.getByRole("button", { name: "Save Changes" })).toBeDisabled()
  await axeCheck(page)
  await method.selectOption({ label: "Checking ending in 6789" })
  await expect(expired).toBeHidden()
}

/** Reads the authorization of the change, and declines it, which keeps the choices. */
async function readAndDecline(page: Page) {
  await save(page)
  const text = authorization(page)
  await expect(text).toContainText(
    /First charge\$145\.50Account.*ending in 6789Date of the chargeMar 11, 2026After that\$145\.50/,
  )
  await expect(text).toContainText("On Mar 2, 2026, I, Maria Santos, ask Harbor Mutual")
  await expect(text).toContainText("from Monthly to Quarterly")
  await expect(text).toContainText(
    "automatically charge $145.50 to my account at Sandbox Bank (Checking) ending in 6789",
  )
  await expect(text).toContainText("as the user maria.santos")
  await expect(text).toContainText("toll free at (800) 555-0142")
  await expect(text).not.toContainText(/[{}]/)
  await axeCheck(page)
  await page.keyboard.press("Escape")
  await expect(text).toBeVisible()
  await text.getByRole("button", { name: "I Do Not Agree" }).click()
  await expect(form(page).getByLabel("Payment frequency")).toHaveValue("Q")
  await expect(form(page).getByLabel("Auto pay method")).toHaveValue("PM-20502")
}

/** Agrees to the change, and reads it in the list of products. */
async function agree(page: Page) {
  await save(page)
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === "PUT"),
    authorization(page).getByRole("button", { name: "I Agree" }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({
    paymentFrequency: "Quarterly",
    paymentMethod: "Checking ending in 6789",
    paymentDetails: [
      {
        accountNumber: "HM2041187",
        policyNumber: "4001930427",
        billingMode: "Q",
        paymentMethodRecordId: "PM-20502",
        billingMethod: "04",
        paymentAmount: "145.50",
      },
    ],
    emailType: "both",
    productName: "Whole Life Insurance",
    paymentDueDate: "03/11/2026",
    paymentMethodType: "Checking",
    lastFourDigit: "6789",
    premium: "145.50",
    adminFee: "0.00",
    totalPremium: "145.50",
    currentDate: "03/02/2026",
    hostName: "harbor.localhost",
  })
  await expect(
    page.getByText("Whole Life Insurance is now on Auto Pay. We will charge $145.50"),
  ).toBeVisible()
  await expectFocusKept(page)
  await expect(page.locator(":focus")).toBeInViewport()
  await expect(row(page, "Whole Life")).toContainText("Quarterly")
  await expect(row(page, "Whole Life")).toContainText("Checking ending in 6789")
  await expect(row(page, "Whole Life")).toContainText("$145.50")
}

async function downloadAuthorization(page: Page) {
  await page.getByText("Your signed authorizations").click()
  const saved = page.waitForEvent("download")
  await page.getByRole("button", { name: "Authorization (PDF)" }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Authorization .* 4001930427 2026-03-02\.pdf$/)
}

test("SHELL-07 the message about a change far down the page scrolls into view @phone @prove", {
  tag: "@own-app",
}, async ({ page, site, login }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await login("harbor", "maria.santos")
  await openChange(page, site("harbor"), "Whole Life Insurance")
  await form(page).getByLabel("Payment frequency").selectOption("Q")
  await save(page)
  await form(page).getByRole("button", { name: "I Agree" }).click()
  const message = page.getByText("Whole Life Insurance is now paid Quarterly.")
  await expect(message).toBeAttached()
  await expect(page.locator(":focus"), "the focus follows the view").toContainText(
    "Whole Life Insurance is now paid Quarterly.",
  )
  await expect(message).toBeInViewport()
  expect(await page.evaluate(() => history.scrollRestoration)).toBe("auto")
})

test("AUTOPAY-02 SHELL-11 each outcome has its own confirmation, and declining changes nothing @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("wayfarer", "lena.fischer")
  await openChange(page, site("wayfarer"), "Roadside Assistance")
  const frequency = form(page).getByLabel("Payment frequency")
  const method = form(page).getByLabel("Auto pay method")
  await save(page)
  await expect(page.getByRole("dialog")).toHaveCount(0)

  await page.getByRole("button", { name: changeTitle }).click()
  await frequency.selectOption("A")
  await save(page)
  const confirmation = page.getByRole("dialog", { name: changeTitle })
  await expect(confirmation).toContainText("from Monthly to Annually")
  await confirmation.getByRole("button", { name: "Cancel Request" }).click()
  await expect(frequency).toHaveValue("A")
  await frequency.selectOption("M")

  await removeAutoPay(page)

  await page.getByRole("button", { name: changeTitle }).click()
  await expect(method.getByRole("option").first()).toHaveText("Not on Auto Pay")
  await method.selectOption({ label: "Amex ending in 0005" })
  await save(page)
  await authorization(page).getByRole("button", { name: "I Agree" }).click()
  await expect(
    page.getByText("Roadside Assistance is now on Auto Pay. We will charge $7.90"),
  ).toBeVisible()

  await page.getByRole("button", { name: changeTitle }).click()
  await method.selectOption({ label: "Checking ending in 6789" })
  await save(page)
  await expect(authorization(page)).toContainText("The account that I used before will no longer")
  await authorization(page).getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByText("now charges Checking ending in 6789")).toBeVisible()
  await expect(row(page, "Roadside")).toContainText("Checking ending in 6789")
})

/** Declines the end of auto pay, goes back while a call is in progress, and ends it. */
async function removeAutoPay(page: Page) {
  const method = form(page).getByLabel("Auto pay method")
  await method.selectOption("Remove Auto Pay")
  await save(page)
  const removal = page.getByRole("dialog", { name: "Confirm Remove Auto Pay" })
  await expect(removal).toContainText("end Auto Pay for Roadside Assistance")
  await axeCheck(page)
  await removal.getByRole("button", { name: "I Do Not Agree" }).click()
  await expect(method).toHaveValue("00")
  await save(page)
  await expect(removal).toBeVisible()
  await page.goBack()
  await expect(removal).toBeHidden()
  await expect(method).toHaveValue("00")
  await save(page)
  // Back cannot stop a call in progress, so the dialog stays.
  const held = Promise.withResolvers<void>()
  await page.route("**/myaccount-core/paymentFrequency", async (route) => {
    await held.promise
    await route.continue()
  })
  await removal.getByRole("button", { name: "I Agree" }).click()
  await expect(removal.getByRole("button", { name: "I Do Not Agree" })).toBeDisabled()
  await page.goBack()
  await expect(page).toHaveURL(/\/change-auto-pay$|payment-center/)
  await expect(removal).toBeVisible()
  held.resolve()
  await expect(page.getByText("Roadside Assistance is no longer on Auto Pay.")).toBeVisible()
  await expect(row(page, "Roadside")).toContainText("Not on Auto Pay")
}

test("AUTOPAY-02 AUTOPAY-06 PAYNOW-09 ACCESS-06 a billing fee is shown, accepted and charged using only the keyboard, and the focus is never lost @phone @prove", async ({
  page,
  login,
}) => {
  const { tabTo, press } = keyboardOnly(page)
  await login("harbor", "siobhan.obrien")
  await tabTo(page.getByRole("link", { name: "Payment Center" }))
  await press("Enter")
  const radio = page.getByRole("radio", { name: "Whole Life" })
  await tabTo(radio)
  await press("ArrowDown")
  await expect(page.getByRole("radio", { name: "Hospital Accident" })).toBeChecked()
  await press("ArrowUp")
  await expect(radio).toBeChecked()
  const button = page.getByRole("button", { name: changeTitle })
  await tabTo(button)
  await press("Enter")
  const change = form(page)
  await tabTo(change.getByLabel("Auto pay method"))
  await press("ArrowDown")
  await expect(change.getByLabel("Auto pay method")).not.toHaveValue("00")
  await expect(change).toContainText("Billing fee$1.50")
  await expect(change).toContainText("Total with fee$36.10")
  await axeCheck(page)
  await tabTo(change.getByRole("button", { name: "Save Changes" }))
  await press("Enter")
  const text = authorization(page)
  await expect(text).toContainText(
    "The first charge is $36.10. Each charge after that is a premium of $34.60 and a billing fee",
  )
  await tabTo(text.getByRole("button", { name: "I Agree" }))
  await press("Space")
  await expect(row(page, "Whole Life")).toContainText("$36.10")
  await expectFocusKept(page)
  await expect(page.locator(":focus")).toBeInViewport()

  const stop = page.getByRole("button", { name: "Turn off Auto Pay" })
  await tabTo(stop)
  await press("Enter")
  const removal = page.getByRole("dialog", { name: "Confirm Remove Auto Pay" })
  await tabTo(removal.getByRole("button", { name: "I Agree" }))
  await press("Enter")
  await expect(stop).toHaveCount(0)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
})

test("AUTOPAY-05 a method added from the form is selected when the form returns", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "grace.adeyemi")
  await openChange(page, site("harbor"), "Whole Life")
  await form(page).getByLabel("Payment frequency").selectOption("M")
  await form(page).getByLabel("Auto pay method").selectOption("Add new payment method")
  const add = page.getByRole("dialog", { name: "Add Payment Method" })
  await expect(add).toBeVisible()
  await add.getByRole("button", { name: "Close" }).click()
  await expect(form(page).getByLabel("Payment frequency")).toHaveValue("M")
  await expect(form(page).getByLabel("Auto pay method")).toHaveValue("00")

  await form(page).getByLabel("Auto pay method").selectOption("Add new payment method")
  await add.getByRole("radio", { name: "Credit Card" }).check()
  await add.getByLabel("Card Type").selectOption("VISA")
  await add.getByLabel("Cardholder Name").fill("Grace Adeyemi")
  await typeCard(add, { number: "4242 4242 4242 4242" })
  await openAddress(add)
  await add.getByLabel("Address 1").fill("12 Quay Street")
  await add.getByLabel("City").fill("Portland")
  await add.getByLabel("State").selectOption("ME")
  await add.getByLabel("Zip").fill("04101")
  await add.getByRole("button", { name: "Add Payment Method" }).click()
  const method = form(page).getByLabel("Auto pay method")
  await expect(method.locator("option:checked")).toHaveText("VISA ending in 4242")
  await expect(form(page).getByLabel("Payment frequency")).toHaveValue("M")
  await save(page)
  await expect(authorization(page)).toContainText("ending in 4242")
})

test("AUTOPAY-01 AUTOPAY-04 a single frequency has its own text, and the person reviews the changes @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "anastasia.papakonstantinou")
  await openChange(page, site("harbor"), "Whole Life")
  await expect(form(page).getByRole("combobox", { name: "Payment frequency" })).toHaveCount(0)
  await expect(form(page)).toContainText("Payment frequencyMonthly: $")
  await form(page).getByLabel("Auto pay method").selectOption("Remove Auto Pay")
  await save(page)
  const removal = page.getByRole("dialog", { name: "Confirm Remove Auto Pay" })

  // An operator changes the text between reading and agreeing.
  const reworded = {
    items: [{ title: "authorization remove", content: "<p>I stop Auto Pay of {productName}.</p>" }],
  }
  await page.route("**/appcontent/contents", (route) => route.fulfill({ json: reworded }))
  await removal.getByRole("button", { name: "I Do Not Agree" }).click()
  await save(page)
  await expect(removal).toContainText("stop Auto Pay of")
  await page.unroute("**/appcontent/contents")
  await removal.getByRole("button", { name: "I Agree" }).click()
  await expect(removal.getByRole("alert")).toContainText("Please read the new text")
  await expect(removal).toContainText("end Auto Pay for")
  await axeCheck(page)

  await page.route("**/myaccount-core/paymentFrequency", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 409, json: changed })
      : route.continue(),
  )
  await removal.getByRole("button", { name: "I Agree" }).click()
  await expect(form(page).getByRole("alert").first()).toContainText("It is paid otherwise by now.")
  await expect(form(page).getByLabel("Auto pay method")).toHaveValue("00")
  await axeCheck(page)
})

const changed = failure("It is paid otherwise by now.")
for (const message of changed.data.messages) message.messageId = "autoPay.changed"
