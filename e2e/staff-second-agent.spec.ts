import type { Page } from "@playwright/test"
import { messages } from "#contracts/messages.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { failure } from "./sign-in-steps.ts"
import { find } from "./staff.ts"

const asked = "a second staff member must approve this"

function waiting(page: Page) {
  return page.getByRole("region", { name: "Waiting for approval" }).getByRole("listitem")
}

async function press(page: Page, name: string, confirm: string) {
  await page.getByRole("button", { name }).click()
  await page.getByRole("dialog").getByRole("button", { name: confirm, exact: true }).click()
}

test("AGENT-04 AGENT-06 SESSION-10 after staff change an email address, a reset and a deletion each need two other staff members @phone @prove", async ({
  app,
  page,
  login,
  anotherPage,
  readEmail,
}) => {
  await app.ask("releaseSecondFactor", "agent.osei")
  const third = await anotherPage()
  await login("support", "agent.osei", third)
  await login("support", "agent.kim")
  await find(page, "Username", "robert.chen")
  await find(third, "Username", "robert.chen")
  await changeEmail(third)
  await requestReset(page)
  await third.reload()
  await expect(waiting(third)).toContainText(["Another staff member must decide on it."])
  await expect(waiting(third).getByRole("button"), "nor can the one who changed it").toHaveCount(0)

  const second = await anotherPage()
  await login("support", "agent.moreau", second)
  await refuseReset(second)

  await page.reload()
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeVisible()
  await find(page, "Username", "robert.chen")
  await press(page, "Reset Password", "Send link")
  await press(page, "Delete Account", "Delete")
  await expect(waiting(page)).toHaveCount(2)
  await second.reload()
  await expect(waiting(second)).toHaveCount(2)
  async function approve(what: string) {
    await waiting(second).filter({ hasText: what }).getByRole("button", { name: "Approve" }).click()
    const dialog = second.getByRole("dialog", { name: "Approve this request?" })
    for (const text of ["robert.new@example.com", "robert.chen@example.com", "agent.osei"]) {
      await expect(dialog).toContainText(text)
    }
    await axeCheck(second)
    await dialog.getByRole("button", { name: "Yes, approve" }).click()
  }
  await approve("Reset Password")
  await expect(second.getByText("You approved the request, and it was carried out.")).toBeVisible()
  await readEmail("robert.new@example.com", "Reset")
  await expect(waiting(second)).toHaveCount(1)
  await approve("Delete Account")
  await expect(waiting(second)).toHaveCount(0)
  await readEmail("robert.new@example.com", "deleted")

  await page.reload()
  await find(page, "Username", "robert.chen")
  await expect(page.getByText(messages["agent.nobody"].content)).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
})

/** Changes the email address, after which this staff member cannot reset the password. */
async function changeEmail(third: Page) {
  await third.getByRole("button", { name: "Change Email" }).click()
  await third.getByLabel("New email").fill("robert.new@example.com")
  await third.keyboard.press("Enter")
  await expect(third.getByText("is now robert.new@example.com")).toBeVisible()
  await expect(waiting(third)).toHaveCount(0)
  await press(third, "Reset Password", "Send link")
  const dialog = third.getByRole("dialog")
  await expect(dialog).toContainText("You changed this customer’s email address")
  await dialog.getByRole("button", { name: "Cancel" }).click()
}

/** Requests a reset, which another staff member must approve. */
async function requestReset(page: Page) {
  await press(page, "Reset Password", "Send link")
  await expect(page.getByRole("dialog")).toContainText("It is now: robert.new@example.com.")
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await find(page, "Username", "robert.chen")
  await press(page, "Reset Password", "Send link")
  await expect(page.getByText(asked)).toBeVisible()
  await expect(waiting(page)).toContainText(["Reset Password: Robert Chen"])
  await expect(waiting(page)).toContainText([
    "You made this request. Another staff member must approve it.",
  ])
  await expect(waiting(page).getByRole("button"), "the first cannot").toHaveCount(0)
  await axeCheck(page)
}

/** Reads the request, and refuses it after an error. */
async function refuseReset(second: Page) {
  for (const text of ["Requested by agent.kim", "robert.chen@example.com", "agent.osei"]) {
    await expect(waiting(second)).toContainText([text])
  }
  await axeCheck(second)
  const refuse = second.getByRole("button", { name: "Refuse for Robert Chen" })
  await second.route(
    "**/myaccount-core/agent/approvals/*",
    (route) => route.fulfill({ status: 429, json: failure("Not now.") }),
    { times: 1 },
  )
  await refuse.click()
  await expect(second.getByRole("alert").filter({ hasText: "Not now." })).toBeVisible()
  await expect(refuse, "not decided").toBeFocused()
  const decision = second.waitForRequest("**/myaccount-core/agent/approvals/*")
  await refuse.click()
  expect((await decision).postDataJSON()).toEqual({ decision: "refuse", csUserid: "agent.moreau" })
  await expect(second.getByText("You refused the request, and nothing was changed.")).toBeVisible()
  await expect(waiting(second)).toHaveCount(0)
  await expect(second.getByRole("heading", { name: "Search Clients" })).toBeFocused()
}
