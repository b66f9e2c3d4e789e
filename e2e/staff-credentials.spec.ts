import type { Locator, Page } from "@playwright/test"
import { messages } from "#contracts/messages.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { failure } from "./sign-in-steps.ts"
import { find } from "./staff.ts"

function button(page: Page, name: string) {
  return page.getByRole("button", { name })
}

test("AGENT-04 staff send a link to reset the password, and the link works", async ({
  page,
  login,
  readEmail,
  anotherPage,
}) => {
  await login("support", "agent.kim")
  await find(page, "Username", "maria.santos")
  const reset = button(page, "Reset Password for Maria Santos")
  const dialog = page.getByRole("dialog", { name: "Reset Password" })
  await reset.click()
  await expect(dialog).toContainText("maria.santos@example.com")
  await axeCheck(page)
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(dialog).toBeHidden()
  await expect(reset).toBeFocused()

  await reset.click()
  const sent = page.waitForRequest("**/agent/resetPassword")
  await dialog.getByRole("button", { name: "Send link" }).click()
  expect((await sent).postDataJSON()).toEqual({
    username: "maria.santos_harbor",
    isCustomerUser: true,
    emailVersion: expect.any(String),
    csUserid: "agent.kim",
  })
  await expect(page.getByText("We have sent a link to reset the password")).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(reset).toBeFocused()
  await axeCheck(page)

  const email = await readEmail("maria.santos", "Reset")
  const link = email.text.match(/http\S+\/reset-password\/\S+/)?.[0] ?? ""
  const customer = await anotherPage()
  await customer.goto(link)
  await customer.getByLabel("New password", { exact: true }).fill("Lantern-2027")
  await customer.getByLabel("Confirm password", { exact: true }).fill("Lantern-2027")
  await customer.getByRole("button", { name: "Submit new password" }).click()
  await expect(customer.getByRole("heading", { name: "Welcome, Maria Santos" })).toBeVisible()
})

test("AGENT-04 the dialog shows in red that there is no address for a link @phone @prove", async ({
  page,
  login,
}) => {
  await login("support", "agent.kim")
  await find(page, "Username", "evelyn.brooks")
  await button(page, "Reset Password").click()
  const dialog = page.getByRole("dialog", { name: "Reset Password" })
  await dialog.getByRole("button", { name: "Send link" }).click()
  await expect(dialog.getByRole("alert")).toContainText("no email address on file")
  await expectRed(dialog.getByRole("alert"))
  await axeCheck(page)
})

test("AGENT-05 a new email address is checked, rejected in red, saved, shown in its row and reported to both addresses", async ({
  page,
  login,
  readEmail,
}) => {
  await login("support", "agent.kim")
  await find(page, "Username", "grace.adeyemi")
  const change = button(page, "Change Email for Grace Adeyemi")
  const dialog = page.getByRole("dialog", { name: "Change Email" })
  await change.click()
  await typeAddresses(dialog)
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(change).toBeFocused()

  await change.click()
  const next = dialog.getByLabel("New email")
  await expect(next, "nothing is left from before").toHaveValue("")
  await tryRefused(page, dialog)

  const sent = page.waitForRequest("**/agent/email")
  await next.press("Enter")
  expect((await sent).postDataJSON()).toEqual({
    userid: "grace.adeyemi_harbor",
    csUserid: "agent.kim",
    emailVersion: expect.any(String),
    newEmail: "grace.new@example.com",
    csLoginIp: "127.0.0.1",
  })
  await expect(dialog).toBeHidden()
  await expect(page.locator(":focus"), "the focus follows the view").toBeInViewport()
  const results = page.getByRole("region", { name: "1 result" })
  await expect(results).toContainText("grace.new@example.com")
  await expect(results).not.toContainText("grace.adeyemi@example.com")
  const said = "The email address of grace.adeyemi is now grace.new@example.com."
  await expect(page.getByText(said)).toBeVisible()
  const told = await readEmail("grace.adeyemi", "changed")
  expect(told.text, "the old address does not receive the whole new one").not.toContain("grace.new")
  await readEmail("grace.new@example.com", "changed")
})

/** Reads that only a well-formed address can be saved. */
async function typeAddresses(dialog: Locator) {
  const current = dialog.getByLabel("Current email")
  const next = dialog.getByLabel("New email")
  const save = dialog.getByRole("button", { name: "Save Changes" })
  await expect(current).toHaveValue("grace.adeyemi@example.com")
  await expect(current).toBeDisabled()
  await expect(dialog.getByRole("button")).toHaveText(["Close", "Save Changes", "Cancel"])
  await expect(next).toBeFocused()
  for (const typed of [
    "",
    "grace",
    "grace@example",
    "@example.com",
    "grace@example.museum",
    "g@e.c",
  ]) {
    await next.fill(typed)
    await expect(save, typed).toBeDisabled()
  }
  await next.fill("grace.new@example.com")
  await expect(save).toBeEnabled()
}

/** Reads why the server refuses an address that is on file, and one after a limit. */
async function tryRefused(page: Page, dialog: Locator) {
  const next = dialog.getByLabel("New email")
  const save = dialog.getByRole("button", { name: "Save Changes" })
  await next.fill("Grace.Adeyemi@example.com")
  await save.click()
  const refusal = dialog.getByRole("alert")
  await expect(refusal).toContainText("already on file")
  await expectRed(refusal)
  await expect(next).toHaveValue("Grace.Adeyemi@example.com")
  await axeCheck(page)
  await page.route(
    "**/agent/email",
    (route) => route.fulfill({ status: 429, json: failure("Please wait a minute.") }),
    { times: 1 },
  )
  await next.fill("grace.new@example.com")
  await save.click()
  await expect(refusal).toHaveText("Please wait a minute.")
}

test("AGENT-06 deleting asks first and clears the search result @phone @prove", async ({
  page,
  login,
  readEmail,
}) => {
  await login("support", "agent.kim")
  await find(page, "Username", "siobhan.obrien")
  const remove = button(page, "Delete Account for Siobhán O'Brien-Nuñez")
  const dialog = page.getByRole("dialog", { name: "Are you sure?" })
  await remove.click()
  await expect(dialog).toContainText(
    "Are you sure you want to delete this user's My Account registration?",
  )
  await expect(dialog, "what goes and what stays").toContainText(
    /The username and password.+payment methods, Auto Pay, payments, and the audit log/,
  )
  await axeCheck(page)
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()

  await remove.click()
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await expect(page.getByText("registration of siobhan.obrien was deleted")).toBeVisible()
  await expect(page.getByRole("region", { name: "1 result" })).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeFocused()
  await axeCheck(page)
  await readEmail("siobhan.obrien", "deleted")
  await find(page, "Username", "siobhan.obrien")
  await expect(page.getByText(messages["agent.nobody"].content)).toBeVisible()
})

async function expectRed(place: ReturnType<Page["getByRole"]>) {
  const [red = 0, green = 0, blue = 0] = await place.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
  )
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
}
