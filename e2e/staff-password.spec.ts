import type { Page } from "@playwright/test"
import { customerSupportLogin } from "#web/staff/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { typeCredentials } from "./sign-in-steps.ts"

const initial = "Lantern-2027"
const chosen = "Quarry-Lamp-58"

function searches(page: Page) {
  return page.getByRole("heading", { name: "Search Clients" })
}

async function signIn(page: Page, address: string, username: string, password: string) {
  await page.goto(address)
  await typeCredentials(page, username, password)
  await page.getByRole("button", { name: "Log In" }).click()
}

async function typeTwice(page: Page, password: string) {
  await page.getByLabel("New password", { exact: true }).fill(password)
  await page.getByLabel("Confirm password", { exact: true }).fill(password)
}

test("LIMIT-11 the first login with the operator's password requires a new one before anything opens @prove", async ({
  page,
  site,
  app,
  port,
  anotherPage,
  expectedFaults,
}) => {
  expect(port).toBeGreaterThan(0)
  expectedFaults.push(/422/)
  await app.ask("addStaff", {
    username: "nia.new",
    email: "nia.new@example.com",
    password: initial,
  })
  await signIn(page, site("support"), "nia.new", initial)
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeFocused()
  await axeCheck(page)
  const save = page.getByRole("button", { name: "Save and log in" })
  await expect(save).toBeDisabled()
  await typeTwice(page, "Password-1")
  await save.click()
  await expect(page.getByRole("alert").filter({ hasText: "easy to guess" })).toBeVisible()
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("Password-1")
  const second = await anotherPage()
  await second.goto(`${site("support")}/customer-home`)
  await expect(second.getByRole("heading", { name: customerSupportLogin })).toBeVisible()
  await typeTwice(page, chosen)
  await save.click()
  await expect(searches(page)).toBeVisible()
  await expect(page.getByText("Your new password is saved, and you are logged in.")).toBeVisible()

  await signIn(second, site("support"), "nia.new", chosen)
  await expect(searches(second)).toBeVisible()
})

test("LIMIT-12 staff change their password on the Search Clients page @prove", async ({
  page,
  site,
  login,
  anotherPage,
  readEmail,
  expectedFaults,
}) => {
  expectedFaults.push(/422/)
  await login("support", "agent.moreau")
  await page.getByRole("button", { name: "Change my password" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Old password", { exact: true }).fill("Wrong-2026")
  await typeTwice(page, chosen)
  await axeCheck(page)
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText("Your old password is not correct.")).toBeVisible()
  await dialog.getByLabel("Old password", { exact: true }).fill("Anchor-2026")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(page.getByText("Your password was changed.")).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await readEmail("agent.moreau", "password was changed")

  const second = await anotherPage()
  await signIn(second, site("support"), "agent.moreau", chosen)
  await expect(searches(second)).toBeVisible()
})
