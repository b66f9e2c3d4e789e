import type { Locator, Page } from "@playwright/test"
import { idleMinutes } from "#contracts/identity/session-life.ts"
import {
  accountNumbersDifferText,
  invalidCardText,
  routingNumbersDifferText,
} from "#contracts/payments/payment-method-rules.ts"
import { lostWhenIdle } from "#web/identity/session/texts.ts"
import { frameField, openAddress, typeCard } from "./card-form.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { askForCode, codeField } from "./sign-in-steps.ts"
import { actFor } from "./staff.ts"

const addName = "Add Payment Method"

async function openMethods(page: Page) {
  await page.goto(new URL("/payment-center/payment-methods", page.url()).href)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment Center")
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Payment Methods")
  await page.getByRole("button", { name: addName }).waitFor()
}

function dialog(page: Page, name = addName) {
  return page.getByRole("dialog", { name })
}

async function enterAddress(page: Page | Locator) {
  await openAddress(page)
  await typeAddress(page)
}

async function typeAddress(page: Page | Locator) {
  await page.getByLabel("Address 1").fill("48 Lighthouse Road")
  await page.getByLabel("City").fill("South Portland")
  await page.getByLabel("State").selectOption("ME")
  await page.getByLabel("Zip").fill("0 41x06")
}

function method(page: Page, name: string) {
  return page.getByRole("main").getByRole("listitem").filter({ hasText: name })
}

test("METHODS-02 METHODS-03 METHODS-07 METHODS-11 a card is added when its number is valid, and until then the typed data stays", async ({
  page,
  login,
  site,
  readEmail,
}) => {
  await login("harbor", "siobhan.obrien")
  await openMethods(page)
  const sent: string[] = []
  page.on("request", (request) => {
    if (request.url().startsWith(site("harbor"))) sent.push(request.postData() ?? "")
  })
  await page.getByRole("button", { name: addName }).click()
  const form = dialog(page)
  const number = frameField(form, "number")
  await expect(form.getByLabel("Card Type").locator("option")).toHaveText([
    "Select a card type",
    "VISA",
    "MasterCard",
    "Discover",
    "Amex",
  ])
  await readMissingFields(page, form)
  await correctCard(form)

  await number.fill("4242 4242 4242 4242")
  await number.press("Enter")
  await expect(form).toBeHidden()
  await expect(
    page.getByText("VISA ending in 4242 was added to your payment methods."),
  ).toBeVisible()
  await expect(method(page, "VISA ending in 4242")).toContainText("08/2031")
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("VISA ending in 4242")
  expect((await readEmail("siobhan.obrien")).subject).toContain("A payment method was added")

  await expectNoCardData(page, sent)
})

/** Names the fields that are missing or too long. */
async function readMissingFields(page: Page, form: Locator) {
  const save = form.getByRole("button", { name: addName })
  const number = frameField(form, "number")
  await expect(form).toContainText("215 Narragansett Avenue, Newport, RI 02840")
  await expect(form.getByLabel("Address 1")).toHaveCount(0)
  await expect(form.getByLabel("Cardholder Name")).toHaveValue("Siobhán O'Brien-Nuñez")
  await openAddress(form)
  await expect(form.getByLabel("Address 1")).toBeFocused()
  await form.getByRole("button", { name: "Use my address on file" }).click()
  await expect(form.getByRole("button", { name: "Change the billing address" })).toBeFocused()
  await openAddress(form)
  for (const label of ["Address 1", "City", "Zip"]) await form.getByLabel(label).fill("")
  await form.getByLabel("State").selectOption("")
  await form.getByLabel("Cardholder Name").fill("A Name of More than Thirty Letters")
  await expect(form.getByText("at most 30 characters. These are 34.")).toBeVisible()
  await form.getByLabel("Cardholder Name").fill("")
  await save.click()
  await expect(form.getByText(/^(Enter|Choose) the /)).toHaveCount(8)
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription("Enter the card number")
  await axeCheck(page)
  await form.getByLabel("Bank Account", { exact: true }).check()
  await expect(form.getByLabel("Account-holder Name")).toBeVisible()
  await expect(form.locator("[aria-invalid]")).toHaveCount(0)
  await form.getByLabel("Credit Card", { exact: true }).check()
}

/** Corrects the card number and the code, which the form and the gateway reject. */
async function correctCard(form: Locator) {
  const save = form.getByRole("button", { name: addName })
  const number = frameField(form, "number")
  await form.getByText("Credit Card Number", { exact: true }).click()
  await expect(number).toBeFocused()
  await number.pressSequentially("3782")
  await expect(form.getByLabel("Card Type")).toHaveValue("AM")
  await expect(form.getByLabel("CVV/CVC")).toHaveAccessibleDescription("4 digits, on the front")
  await number.press("Tab")
  await expect(number).toHaveAccessibleDescription("Please check this number.")
  await number.fill("")
  await expect(number).toHaveAccessibleDescription("")
  await form.getByLabel("Cardholder Name").fill("Siobhán O'Brien-Nuñez")
  await number.pressSequentially("5555555555554444")
  await expect(number).toHaveValue("5555 5555 5555 4444")
  await expect(form.getByLabel("Card Type")).toHaveValue("MC")
  await form.getByLabel("Card Type").selectOption("VS")
  await typeCard(form, { code: "91" })
  await typeAddress(form)
  await expect(form.getByLabel("Zip")).toHaveValue("04106")
  await save.click()
  await expect(frameField(form, "code")).toHaveAccessibleDescription(/Please check this code\.$/)
  await frameField(form, "code").fill("917")
  await save.click()
  await expect(form.getByRole("alert")).toContainText(invalidCardText)
  await expect(number).toBeFocused()

  // The gateway rejects this card, and the form keeps the typed data, also for another kind.
  await number.fill("4000-0000-0000-0002")
  await save.click()
  await expect(form.getByRole("alert")).toContainText(invalidCardText)
  await form.getByLabel("Bank Account", { exact: true }).check()
  await form.getByLabel("Credit Card", { exact: true }).check()
  await expect(number).toHaveValue("4000 0000 0000 0002")
  await expect(form.getByLabel("City")).toHaveValue("South Portland")
}

/** Expects that neither the browser nor these requests to the portal contain card data. */
async function expectNoCardData(page: Page, sent: readonly string[]) {
  const keptHere = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie]),
  )
  for (const text of [keptHere, ...sent]) {
    expect(text).not.toMatch(/4242 ?4242|4000[ -]?0000|\b0101\b|5555 ?5555|\b9174\b|917\\?["&]/)
  }
}

test("METHODS-04 METHODS-05 ACCESS-08 ACCESS-12 a bank account is added using only the keyboard, and its changeable fields are edited", async ({
  page,
  login,
}) => {
  await login("harbor", "grace.adeyemi")
  await openMethods(page)
  await page.getByRole("button", { name: addName }).focus()
  await page.keyboard.press("Enter")
  const form = dialog(page)
  await expect(form).toContainText(`Cancel${lostWhenIdle(idleMinutes)}`)
  await form.getByLabel("Credit Card", { exact: true }).focus()
  await page.keyboard.press("ArrowDown")
  await expect(form.getByLabel("Sign in to your bank")).toBeChecked()
  await page.keyboard.press("Tab")
  await page.keyboard.press("ArrowDown")
  await expect(form.getByLabel("Type the account numbers")).toBeChecked()
  await page.keyboard.press("Tab")
  await expect(form.getByLabel("Checking")).toBeFocused()
  await page.keyboard.press("ArrowDown")
  for (const typed of [
    "Grace Adeyemi",
    "110 000 000",
    "110000001",
    "000123456789",
    "000123456780",
  ]) {
    await page.keyboard.press("Tab")
    await page.keyboard.type(typed)
  }
  await enterAddress(page)
  await form.getByLabel("Zip").press("Enter")
  const alert = form.getByRole("alert")
  await expect(alert).toContainText(accountNumbersDifferText)
  await expect(alert).toContainText(routingNumbersDifferText)
  await axeCheck(page)
  await form.getByLabel("Confirm Bank Routing Number").fill("110000000")
  await form.getByLabel("Confirm Account Number").fill("000123456789")
  await page.keyboard.press("Enter")
  await expect(form).toBeHidden()
  const added = method(page, "Savings ending in 6789")
  await expect(added).toContainText("Sandbox Bank")

  await added.getByRole("button", { name: "Edit" }).click()
  const edited = dialog(page, "Edit Payment Method")
  await expect(edited.getByLabel("Credit Card", { exact: true })).toHaveCount(0)
  await expect(edited.getByLabel("Savings")).toBeDisabled()
  await expect(edited.getByLabel("Account Number", { exact: true })).toHaveValue("•••• 6789")
  await expect(edited.getByLabel("Account Number", { exact: true })).toBeDisabled()
  await expect(edited.getByLabel("Confirm Account Number")).toHaveCount(0)
  await expect(edited.getByLabel("Remember Payment Method")).toHaveCount(0)
  await edited.getByLabel("Account-holder Name").fill("G. Adeyemi")
  await page.keyboard.press("Enter")
  await expect(edited).toBeHidden()
  await expect(added).toContainText("G. Adeyemi")
  await expect(page.getByText("Your changes to Savings ending in 6789 were saved.")).toBeVisible()
})

test("METHODS-12 changing a method that was deleted in another tab shows this and the current list @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "siobhan.obrien")
  await openMethods(page)
  const gone = method(page, "Amex ending in 0005")
  await gone.getByRole("button", { name: "Edit" }).click()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await method(other, "Amex ending in 0005").getByRole("button", { name: "Delete" }).click()
  await dialog(other, "Delete Payment Method?")
    .getByRole("button", { name: "Delete Method" })
    .click()
  await expect(method(other, "Amex ending in 0005")).toHaveCount(0)

  await dialog(page, "Edit Payment Method").getByLabel("Cardholder Name").press("Enter")
  const told = page.getByText("Amex ending in 0005 was deleted in the meantime")
  await expect(told).toBeVisible()
  await expect(gone).toHaveCount(0)
  await expect(page.getByRole("heading", { level: 2, name: "Payment Methods" })).toBeFocused()
})

test("METHODS-01 DETAIL-05 deleting a method ends auto pay only after the person confirms that @prove", {
  tag: "@own-app",
}, async ({ page, login }) => {
  const sent: string[] = []
  page.on("request", (request) => {
    if (!request.url().endsWith("/paymentMethod/delete")) return
    sent.push(request.postDataJSON().endAutoPay)
  })
  await login("harbor", "maria.santos")
  await openMethods(page)
  const unused = method(page, "Checking ending in 6789")
  await unused.getByRole("button", { name: "Delete" }).click()
  const question = dialog(page, "Delete Payment Method?")
  await expect(question).not.toContainText("Auto pay")
  await question.getByRole("button", { name: "Delete Method" }).click()
  await expect(unused).toHaveCount(0)
  expect(sent).toEqual(["N"])

  // Auto pay was set up in another tab after this list was loaded, so the dialog did not mention
  // it.
  const replied = page.waitForResponse("**/myaccount-core/paymentMethods")
  await page.reload()
  const list = await (await replied).json()
  for (const one of list.paymentMethods) {
    one.managePaymentMethodOption.deletePaymentMethodConfirmation.message = ""
  }
  await page.route("**/myaccount-core/paymentMethods", (route) => route.fulfill({ json: list }))
  await page.reload()
  const used = method(page, "VISA ending in 4242")
  await used.getByRole("button", { name: "Delete" }).click()
  await question.getByRole("button", { name: "Delete Method" }).click()
  await expect(question).toContainText("Auto Pay uses VISA ending in 4242")
  expect(sent).toEqual(["N", "N"])
  await question.getByRole("button", { name: "Cancel" }).click()
  await expect(used).toHaveCount(1)
})

test("METHODS-01 ACCESS-03 an expired card is marked and updated, and deleting it asks and warns that auto pay ends", async ({
  page,
  login,
  isMobile,
}) => {
  await login("harbor", "maria.santos")
  await openMethods(page)
  const expired = method(page, "MasterCard ending in 4444")
  await expect(expired.getByText("Expired", { exact: true })).toBeVisible()
  await axeCheck(page)
  await expired.getByRole("button", { name: "Edit" }).click()
  const edited = dialog(page, "Edit Payment Method")
  await expect(edited.getByLabel("Card Type")).toBeDisabled()
  await expect(edited.getByLabel("Credit Card Number")).toBeDisabled()
  await expect(edited.getByLabel("CVV/CVC")).toHaveCount(0)
  await edited.getByLabel("Exp Date year").selectOption("2032")
  const info = { type: "INFO", content: ["Please try later."], messageId: "request.invalid" }
  await page.route(
    "**/myaccount-core/paymentMethod",
    (route) => route.fulfill({ status: 409, json: { type: "error", data: { messages: [info] } } }),
    { times: 1 },
  )
  await edited.getByRole("button", { name: "Save Changes" }).click()
  const notice = edited.getByRole("status").filter({ hasText: "Please try later." })
  await notice.getByRole("button", { name: "Close" }).click()
  await expect(notice).toHaveCount(0)
  await edited.getByRole("button", { name: "Save Changes" }).click()
  await expect(expired).toContainText("01/2032")
  await expect(expired.getByText("Expired", { exact: true })).toHaveCount(0)

  const used = method(page, "VISA ending in 4242")
  await used.getByRole("button", { name: "Delete" }).click()
  const question = dialog(page, "Delete Payment Method?")
  await expect(question).toContainText(
    "Auto Pay uses VISA ending in 4242 for Whole Life Insurance.",
  )
  await axeCheck(page)
  await question.getByRole("button", { name: "Cancel" }).click()
  await expect(used).toHaveCount(1)
  await used.getByRole("button", { name: "Delete" }).click()
  await question.getByRole("button", { name: "Delete Method" }).click()
  await expect(used).toHaveCount(0)
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused()
  await expect(
    page.getByText("was deleted, and Auto Pay ends for Whole Life Insurance."),
  ).toBeVisible()
  if (isMobile) return
  for (const width of [320, 767, 768]) {
    await page.setViewportSize({ width, height: 800 })
    const over = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    await expect.poll(over, `at ${width} px`).toBe(0)
  }
})

test("METHODS-01 a person without methods sees the tile to add one, and can retry after a failure @phone @prove", async ({
  page,
  login,
}) => {
  await page.route(
    "**/myaccount-core/paymentMethods",
    (route) => route.fulfill({ status: 404, body: "not found" }),
    { times: 1 },
  )
  await login("harbor", "james.okafor")
  await page.goto(new URL("/payment-center/payment-methods", page.url()).href)
  await expect(page.getByText("Your payment methods could not be loaded.")).toBeVisible()
  await axeCheck(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("You have no payment methods yet.")).toBeVisible()
  await expect(page.getByRole("button", { name: addName })).toBeVisible()
})

test("METHODS-01 METHODS-05 flags and staff sessions disable deleting and saving, and the page shows the reason @prove", async ({
  page,
  login,
}) => {
  const why = "Only the customer can change payment methods."
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "anastasia.papakonstantinou")
  const replied = customerSite.waitForResponse("**/myaccount-core/paymentMethods")
  await openMethods(customerSite)
  const { paymentMethods, messages } = await (await replied).json()
  // This also holds if the server lets staff open the form to view it.
  await customerSite.route("**/myaccount-core/paymentMethods", async (route) => {
    const [saved] = paymentMethods
    for (const option of Object.values(saved.managePaymentMethodOption)) {
      Object.assign(option as object, { disable: "Y", message: why })
    }
    saved.managePaymentMethodOption.editPaymentMethod = { disable: "N", message: "" }
    await route.fulfill({ json: { paymentMethods: [saved], messages } })
  })
  await customerSite.reload()
  const remove = customerSite.getByRole("button", { name: "Delete" })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAccessibleDescription(why)
  await customerSite.getByRole("button", { name: "Edit" }).click()
  const save = dialog(customerSite, "Edit Payment Method").getByRole("button", {
    name: "Save Changes",
  })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription(why)
  await axeCheck(customerSite)
  await customerSite.keyboard.press("Escape")
  const add = customerSite.getByRole("button", { name: addName })
  await expect(add).toBeDisabled()
  await expect(add).toHaveAccessibleDescription(why)
})

test("ZONE-02 METHODS-02 a saved card's form uses the client's day, regardless of the device's clock and time zone @phone @prove", async ({
  login,
  page,
}) => {
  // On this device's clock, every card of 2026 and 2027 has expired.
  await page.clock.setSystemTime(new Date("2028-01-01T12:00:00Z"))
  await login("harbor", "maria.santos")
  await openMethods(page)
  await method(page, "VISA ending in 4242").getByRole("button", { name: "Edit" }).click()
  const form = dialog(page, "Edit Payment Method")
  const months = form.getByLabel("Exp Date month").locator("option")
  await expect(months).toHaveText([
    "Month",
    ...Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, "0")),
  ])
  const years = form.getByLabel("Exp Date year").locator("option")
  await expect(years).toHaveCount(52)
  await expect(years.nth(1)).toHaveText("2026")
  await expect(years.last()).toHaveText("2076")
  await form.getByLabel("Exp Date year").selectOption("2026")
  const save = form.getByRole("button", { name: "Save Changes" })

  await form.getByLabel("Exp Date month").selectOption("02")
  await save.click()
  await expect(form.getByText("This date has passed")).toBeVisible()

  await form.getByLabel("Exp Date month").selectOption("03")
  await save.click()
  await expect(form).toBeHidden()
  await expect(method(page, "VISA ending in 4242").first()).toContainText("03/2026")
})

test("FIELDS-04 if the card's frames do not load, the form says what to do, keeps the typed data, and takes a bank account", async ({
  page,
  login,
}) => {
  await page.route("**/frames/code", (route) =>
    route.fulfill({ body: "", contentType: "text/html" }),
  )
  await page.clock.install()
  await login("harbor", "siobhan.obrien")
  await openMethods(page)
  await page.getByRole("button", { name: addName }).click()
  const form = dialog(page)
  const height = async () => (await form.boundingBox())?.height
  const loading = await height()
  await frameField(form, "number").waitFor()
  expect(await height(), "nothing moves").toBe(loading)
  await form.getByLabel("Cardholder Name").fill("S. O'Brien")
  await frameField(form, "number").fill("4242 4242 4242 4242")
  await page.clock.runFor("00:16")
  const told = form.getByRole("alert").filter({ hasText: "The card fields could not be loaded." })
  await expect(told).toBeVisible()
  await expect(form.getByText("Need help? Call")).toBeVisible()
  await axeCheck(page)
  await form.getByRole("button", { name: addName }).click()
  const again = form.getByRole("button", { name: "Try again" })
  await expect(again).toBeFocused()

  await form.getByLabel("Bank Account", { exact: true }).check()
  await expect(form.getByRole("button", { name: "Try again" })).toBeHidden()
  await expect(form.getByLabel("Account-holder Name")).toHaveValue("S. O'Brien")
  await form.getByLabel("Credit Card", { exact: true }).check()
  await page.unroute("**/frames/code")
  await again.click()
  await expect(frameField(form, "number")).toHaveValue("4242 4242 4242 4242")
  await typeCard(form, {})
  await expect(form.getByLabel("Cardholder Name")).toHaveValue("S. O'Brien")
  await frameField(form, "code").press("Enter")
  await expect(form).toBeHidden()
  await expect(method(page, "VISA ending in 4242").first()).toContainText("S. O'Brien")
})

test("METHODS-02 METHODS-03 the number determines the type, also after another choice, and dates are read as people write them @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "siobhan.obrien")
  await openMethods(page)
  await page.getByRole("button", { name: addName }).click()
  const form = dialog(page)
  const type = form.getByLabel("Card Type")
  await type.selectOption("MC")
  await frameField(form, "number").fill("4242 4242 4242 4242")
  await expect(type).toHaveValue("VS")
  await type.selectOption("AM")
  await form.getByRole("button", { name: addName }).click()
  await expect(form.getByText(invalidCardText)).toBeVisible()
  await frameField(form, "number").fill("5555 5555 5555 4444")
  await expect(type).toHaveValue("MC")

  const date = frameField(form, "expiration")
  for (const [typed, shown] of [
    ["1/30", "01 / 30"],
    ["1/2030", "01 / 2030"],
    ["8/", "08"],
    ["831", "08 / 31"],
    ["٠٨٣١", "08 / 31"],
  ] as const) {
    await date.fill("")
    await date.pressSequentially(typed)
    await expect(date, typed).toHaveValue(shown)
  }
  await date.fill("2031-08")
  await expect(date).toHaveValue("08 / 2031")
  await date.fill("10/20")
  await date.press("Tab")
  await expect(form.getByText("This date has passed.")).toBeVisible()
})

test("FIELDS-02 Esc in a frame closes the dialog, and frames follow the color scheme", async ({
  page,
  login,
}) => {
  await login("harbor", "siobhan.obrien")
  await openMethods(page)
  await page.getByRole("button", { name: addName }).click()
  const number = frameField(dialog(page), "number")
  const look = (field: Locator) =>
    field.evaluate((element) => {
      const { color, fontSize } = getComputedStyle(element)
      return { color, fontSize }
    })
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme })
    const own = await look(dialog(page).getByLabel("Cardholder Name"))
    await expect.poll(() => look(number)).toEqual(own)
  }
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"))
  const larger = await look(dialog(page).getByLabel("Cardholder Name"))
  await expect.poll(() => look(number)).toEqual(larger)
  await number.press("Escape")
  await expect(dialog(page)).toBeHidden()
})

test.describe("a document of another screen", () => {
  /** Its policy blocks the frames. */
  test.use({ expectedFaults: [/Framing '.*' violates/] })

  test("FIELDS-03 a session that the browser cannot store goes on in one document, without card fields @prove", {
    tag: "@own-app",
  }, async ({ page, site, readCode }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("The storage is full.", "QuotaExceededError")
      }
    })
    await page.goto(`${site("harbor")}/`)
    await askForCode(page, "siobhan.obrien")
    await codeField(page).fill(await readCode("siobhan.obrien"))
    await page.getByRole("button", { name: "Confirm Code" }).click()
    await page.getByRole("link", { name: "Payment Center" }).first().waitFor()
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole("link", { name: "Payment Center" }).first().click()
    await page.getByRole("link", { name: "Payment Methods" }).click()
    await page.clock.install()
    await page.getByRole("button", { name: addName }).click()
    await page.clock.runFor("00:16")
    await expect(dialog(page).getByText("The card fields could not be loaded.")).toBeVisible()
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true)
  })
})
