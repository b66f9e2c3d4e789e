import type { Locator, Page } from "@playwright/test"
import { emailInvalidText } from "#contracts/email-address-rules.ts"
import { phoneInvalidText } from "#contracts/profile/phone-rules.ts"
import { requiredText } from "#contracts/required-field.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { kept } from "./sign-in-steps.ts"

async function openProfile(page: Page) {
  await page.goto(`${new URL(page.url()).origin}/my-profile`)
  await page.getByText("Date of Birth").waitFor()
}

async function openContact(page: Page) {
  await page.getByRole("button", { name: "Make Changes" }).click()
  const dialog = page.getByRole("dialog", { name: "Contact Information" })
  await dialog.getByLabel("Address 1").waitFor()
  return dialog
}

/** The newest entry in the list of activity. */
function newestEntry(page: Page) {
  const list = page.getByRole("region", { name: "Activity on your account" })
  return list.getByRole("listitem").first()
}

test("PROFILE-01 PROFILE-03 ACTIVITY-03 the profile shows the person's data, the list of activity shows each change at once, and the form validates contact data by all rules", {
  tag: "@phone",
}, async ({ page, login, readCode, readEmail }) => {
  await login("harbor", "maria.santos")
  await openProfile(page)
  await expect(page).toHaveTitle("Harbor Mutual Profile")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile")
  await readProfile(page)

  const dialog = await openContact(page)
  await tryEachField(dialog)
  await leaveEmpty(dialog)
  await axeCheck(page)

  await typePhone(page, dialog.getByLabel("Phone Number"))
  await enterContact(dialog)

  await expect(dialog).toBeHidden()
  const main = page.getByRole("main")
  await expect(main.getByText("Your contact information was saved.")).toBeVisible()
  await expect(main.getByText("Portland, OR 04106-1234")).toBeVisible()
  await expect(main.getByText("(207) 555-0199")).toBeVisible()
  const first = await readEmail("maria.santos", "contact information was changed")
  expect(first.text).toContain("This was changed: address, phone number.")
  const codes = page.getByRole("dialog").getByRole("textbox")
  await codes.fill(await readCode("maria@example.org"))
  await codes.press("Enter")
  await expect(main.getByText("Waiting for confirmation")).toHaveCount(0)
  await expect(main.getByText("maria@example.org")).toBeVisible()
  await expect(newestEntry(page)).toContainText("You changed the email address")
  for (const address of ["maria.santos", "maria@example.org"]) {
    const email = await readEmail(address, "contact information was changed")
    expect(email.text).toContain("your one-time codes to m•••••@example.org")
  }
  await page.reload()
  await expect(main.getByText("9 Harbor View")).toBeVisible()
})

/** Reads the data on file. */
async function readProfile(page: Page) {
  const main = page.getByRole("main")
  for (const text of [
    "Maria Santos",
    "Aug 19, 1955",
    "48 Lighthouse Road",
    "South Portland, ME 04106",
    "(207) 555-0148",
    "maria.santos@example.com",
    "Subscribed",
    "What was the name of your first school?",
    "Tip:",
  ]) {
    await expect(main.getByText(text, { exact: false }).first()).toBeVisible()
  }
  await axeCheck(page)
}

/** Tries values that are too long or misshapen, one field at a time. */
async function tryEachField(dialog: Locator) {
  const phone = dialog.getByLabel("Phone Number")
  await expect(dialog.getByLabel("State")).toHaveValue("ME")
  for (const name of ["Address 1", "City"]) {
    const field = dialog.getByLabel(name)
    await field.fill("1600 Martin Luther King Junior Drive")
    await expect(dialog.getByText("at most 30 characters. These are 36.")).toBeVisible()
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue("1600 Martin Luther King Junior Drive")
    await field.fill("Thirty characters in this one.")
    await expect(dialog.getByText("at most 30 characters.")).toBeHidden()
  }
  await phone.fill("+44 20 7946 0958")
  await expect(phone).toHaveValue("+44 20 7946 0958")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText(phoneInvalidText)).toBeVisible()
  await phone.fill("(207) 555-0148")
  await dialog.getByLabel("Zip Code").pressSequentially("x-12345678")
  await expect(dialog.getByLabel("Zip Code")).toHaveValue("04106-1234")
}

/** Leaves fields empty, and reads the error of each. */
async function leaveEmpty(dialog: Locator) {
  const phone = dialog.getByLabel("Phone Number")
  for (const name of ["Address 1", "City", "Re-enter Email"]) await dialog.getByLabel(name).fill("")
  await dialog.getByLabel("State").selectOption("")
  await dialog.getByLabel("Email", { exact: true }).fill("maria@")
  await phone.fill("207555")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText(requiredText)).toHaveCount(4)
  await expect(dialog.getByText(phoneInvalidText)).toBeVisible()
  await expect(dialog.getByText(emailInvalidText)).toBeVisible()
  await expect(dialog.getByLabel("Address 1")).toBeFocused()
}

/** Types a phone number, and changes it in the middle. */
async function typePhone(page: Page, phone: Locator) {
  await phone.fill("")
  await phone.pressSequentially("2075550199")
  await expect(phone).toHaveValue("(207) 555-0199")
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3))
  await page.keyboard.press("Backspace")
  await expect(phone).toHaveValue("(275) 550-199")
  await page.keyboard.type("0")
  await expect(phone).toHaveValue("(207) 555-0199")
}

/** Enters valid data, after two different email addresses. */
async function enterContact(dialog: Locator) {
  await dialog.getByLabel("Address 1").fill("9 Harbor View")
  await dialog.getByLabel("City").fill("Portland")
  await dialog.getByLabel("State").selectOption("OR")
  await dialog.getByLabel("Email", { exact: true }).fill("maria@example.org")
  await dialog.getByLabel("Re-enter Email").fill("maria@example.com")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText("The email addresses do not match.")).toBeVisible()
  await dialog.getByLabel("Re-enter Email").fill("maria@example.org")
  await dialog.getByLabel("Re-enter Email").press("Enter")
}

test("another session's changes are shown beside the typed data, and the person decides @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "siobhan.obrien")
  await openProfile(page)
  const dialog = await openContact(page)
  await dialog.getByLabel("Phone Number").fill("(401) 555-0100")

  const other = await page.context().newPage()
  await other.goto(page.url())
  const first = await openContact(other)
  await first.getByLabel("Address 2").fill("Second floor")
  await first.getByRole("button", { name: "Save changes" }).click()
  await expect(first).toBeHidden()
  await other.close()

  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText("was changed while you were editing it")).toBeInViewport()
  const onFile = dialog.getByRole("region", { name: "On file now" })
  await expect(onFile).toContainText("Second floor")
  await expect(dialog.getByLabel("Phone Number")).toHaveValue("(401) 555-0100")
  await axeCheck(page)
  await onFile.getByRole("button", { name: "Use this address" }).click()
  await expect(dialog.getByLabel("Address 2")).toHaveValue("Second floor")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("main").getByText("Second floor")).toBeVisible()
  await expect(page.getByRole("main").getByText("(401) 555-0100")).toBeVisible()
})

test("PROFILE-04 PROFILE-05 ACCESS-12 ACTIVITY-03 SHELL-11 a person changes the password and the security question", async ({
  page,
  login,
  readEmail,
}) => {
  await login("harbor", "grace.adeyemi")
  await openProfile(page)
  await page.getByRole("button", { name: "Change Password" }).click()
  const dialog = page.getByRole("dialog", { name: "Change Password" })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/my-profile$/)
  await page.getByRole("button", { name: "Change Password" }).click()
  const save = dialog.getByRole("button", { name: "Save changes" })
  const old = dialog.getByLabel("Old password", { exact: true })
  await expect(dialog).toContainText(
    "For your security, we log you out after 15 minutes without activity. What you typed here is then lost.",
  )
  await expect(save).toBeDisabled()
  await old.focus()
  await old.blur()
  await expect(dialog.getByText(requiredText)).toBeVisible()
  await old.fill("Anchor-2025")
  await dialog.getByLabel("New password", { exact: true }).fill("Lantern-2027")
  await expect(dialog.getByText("at least 1 number (i.e. 0-9): done")).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(dialog.getByText("To continue, enter the same password twice.")).toBeVisible()
  await dialog.getByLabel("Confirm password", { exact: true }).fill("Lantern-2027")
  await axeCheck(page)
  await save.click()
  await expect(dialog.getByText("Your old password is not correct.")).toBeVisible()
  await expect(dialog.getByLabel("New password", { exact: true })).toHaveValue("Lantern-2027")
  await old.fill("Anchor-2026")
  await old.press("Enter")
  await expect(dialog).toBeHidden()
  await expect(page.getByText("You have been logged out everywhere else.")).toBeVisible()
  await expect(newestEntry(page)).toContainText("You changed the password")
  await readEmail("grace.adeyemi", "password was changed")

  await page.getByRole("button", { name: "Change: security question and answer" }).click()
  const questions = page.getByRole("dialog", { name: "Change Security Q&A" })
  await questions
    .getByLabel("Security question")
    .selectOption({ label: "What was your first job?" })
  await expect(questions.getByRole("button", { name: "Save changes" })).toBeDisabled()
  await questions.getByLabel("Security answer").fill("Lighthouse keeper")
  await axeCheck(page)
  await questions.getByRole("button", { name: "Save changes" }).click()
  await expect(questions).toBeHidden()
  await expect(page.getByRole("main").getByText("What was your first job?")).toBeVisible()
  await expect(newestEntry(page)).toContainText("You changed the security question")
  await readEmail("grace.adeyemi", "security question was changed")
})

test("PROFILE-02 PROFILE-06 ACTIVITY-03 a disabled block shows its reason, and emails are turned on again @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "robert.chen")
  await openProfile(page)
  const main = page.getByRole("main")
  await expect(main.getByText("Unsubscribed")).toBeVisible()
  const dialog = await openContact(page)
  await expect(dialog.getByText("Our emails to this address came back.")).toBeVisible()
  await expect(dialog.getByLabel("Email", { exact: true })).toBeDisabled()
  await expect(dialog.getByLabel("Phone Number")).toBeEnabled()
  await dialog.getByRole("button", { name: "Cancel" }).click()

  await main.getByRole("button", { name: "Resubscribe" }).click()
  await expect(main.getByText("You are subscribed to transaction emails again.")).toBeVisible()
  await expect(main.getByText("Unsubscribed")).toHaveCount(0)
  expect(await kept(page, "user")).toMatchObject({ isEmailSubscribed: true })
  const unsubscribe = main.getByRole("button", { name: "Unsubscribe" })
  await expect(unsubscribe, "the same link in the other direction").toBeFocused()
  await unsubscribe.click()
  await expect(main.getByText("You are unsubscribed from transaction emails.")).toBeVisible()
  await expect(main.getByText("Unsubscribed", { exact: true })).toBeVisible()
  expect(await kept(page, "user")).toMatchObject({ isEmailSubscribed: false })
  await expect(newestEntry(page), "the list follows the change").toContainText(
    "You turned off transaction emails",
  )
  await main.getByRole("button", { name: "Resubscribe" }).click()
  await expect(newestEntry(page)).toContainText("You turned on transaction emails")

  // `disable` decides, not the message.
  const replied = page.waitForResponse("**/myaccount-core/profile")
  await page.reload()
  const reply = await (await replied).json()
  const open = { disable: "N", message: "This is open." }
  const closed = { disable: "Y", message: "" }
  Object.assign(reply.profile.editOption, {
    addressEdit: closed,
    phoneNumberEdit: open,
    emailEdit: open,
  })
  await page.route("**/myaccount-core/profile", (route) => route.fulfill({ json: reply }))
  await page.reload()
  const mocked = await openContact(page)
  await expect(mocked.getByLabel("Address 1")).toBeDisabled()
  await expect(mocked.getByText("This cannot be changed online right now.")).toBeVisible()
  await expect(mocked.getByLabel("Phone Number")).toBeEnabled()
  await expect(mocked.getByLabel("Email", { exact: true })).toBeEnabled()
})

test("PROFILE-02 a disabled profile shows the reason beside each block @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "harold.whitfield")
  await openProfile(page)
  for (const name of ["Make Changes", "Change Password", "Change: security question and answer"]) {
    const button = page.getByRole("button", { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/Your records are being moved/)
  }
  await axeCheck(page)
})

test("PROFILE-07 a failure without a message shows an unexpected error, and the form keeps the typed data @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "dorothy.lindqvist")
  await openProfile(page)
  const dialog = await openContact(page)
  await page.route("**/myaccount-core/profile", (route) =>
    route.fulfill({ status: 409, contentType: "text/html", body: "<p>No.</p>" }),
  )
  await dialog.getByLabel("Phone Number").fill("(914) 555-0100")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText("An unexpected error occurred")).toBeVisible()
  await expect(dialog.getByLabel("Phone Number")).toHaveValue("(914) 555-0100")
  await page.unroute("**/myaccount-core/profile")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog).toBeHidden()
})

test("a failed list of states can be loaded again @prove", async ({ page, login }) => {
  await login("harbor", "james.okafor")
  await openProfile(page)
  await page.route("**/statesList*", (route) => route.fulfill({ status: 404 }), { times: 1 })
  const dialog = await openContact(page)
  await expect(dialog.getByText("The states could not be loaded.")).toBeVisible()
  await expect(dialog.getByLabel("State")).toHaveValue("NH")
  await axeCheck(page)
  await dialog.getByRole("button", { name: "Try again" }).click()
  await dialog.getByLabel("State").selectOption("ME")
  await expect(dialog.getByText("The states could not be loaded.")).toHaveCount(0)
})
