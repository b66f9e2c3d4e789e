import type { Page } from "@playwright/test"
import { idleMinutes } from "#contracts/identity/session-life.ts"
import { lostWhenIdle } from "#web/identity/session/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { find } from "./staff.ts"

const asked = "a second staff member must approve this"

async function changeEmail(page: Page, username: string, address: string) {
  await find(page, "Username", username)
  await page.getByRole("button", { name: "Change Email" }).click()
  await expect(page.getByRole("dialog")).toContainText(`Cancel${lostWhenIdle(idleMinutes)}`)
  await page.getByLabel("New email").fill(address)
  await page.keyboard.press("Enter")
  await expect(page.getByText(`is now ${address}`)).toBeVisible()
}

/**
 * Requested by a colleague, because the staff member who changed the address may not request it.
 */
async function askForReset(page: Page, username: string) {
  await find(page, "Username", username)
  await page.getByRole("button", { name: "Reset Password" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Send link", exact: true }).click()
}

function linkIn({ text }: { text: string }, answer: "yes" | "no"): string {
  return new RegExp(`\\S+/email-change/${answer}#\\S+`).exec(text)?.[0] ?? ""
}

test("LIMIT-02 LIMIT-03 ACCESS-12 after a change by staff, actions require dual approval until the old mailbox confirms it @phone @prove", async ({
  page,
  login,
  anotherPage,
  readEmail,
}) => {
  await login("support", "agent.kim")
  await changeEmail(page, "james.okafor", "james.new@example.com")
  const link = linkIn(await readEmail("james.okafor", "email address was changed"), "yes")
  const colleague = await anotherPage()
  await login("support", "agent.moreau", colleague)
  await askForReset(colleague, "james.okafor")
  await expect(colleague.getByText(asked)).toBeVisible()

  const owner = await anotherPage()
  await owner.goto(link)
  await expect(owner.getByRole("heading", { name: "Confirm your new email address" })).toBeVisible()
  expect(owner.url(), "the secret leaves the address").not.toContain("#")
  await axeCheck(owner)
  await owner.getByRole("button", { name: "Yes, this was me" }).click()
  await expect(owner.getByText("You have confirmed your new email address.")).toBeVisible()
  await axeCheck(owner)
  await askForReset(page, "james.okafor")
  await expect(page.getByText("We have sent a link to reset the password")).toBeVisible()

  const again = await anotherPage()
  await again.goto(link)
  await again.getByRole("button", { name: "Yes, this was me" }).click()
  await expect(again.getByRole("heading", { name: "Please open the link again" })).toBeVisible()
})

test("LIMIT-05 a person who did not ask for the change reports it, and the operator is notified @prove", async ({
  page,
  login,
  anotherPage,
  readEmail,
}) => {
  await login("support", "agent.kim")
  await changeEmail(page, "robert.chen", "robert.new@example.com")
  const link = linkIn(await readEmail("robert.chen", "email address was changed"), "no")
  const owner = await anotherPage()
  await owner.goto(link)
  await axeCheck(owner)
  await owner.getByRole("button", { name: "No, this was not me" }).click()
  await expect(owner.getByText("We have logged your account out everywhere")).toBeVisible()
  await readEmail("security@my-account.localhost", "not recognized")
  const colleague = await anotherPage()
  await login("support", "agent.moreau", colleague)
  await askForReset(colleague, "robert.chen")
  await expect(colleague.getByText(asked)).toBeVisible()
})
