import { axeCheck, expect, test } from "./fixtures.ts"
import { find } from "./staff.ts"

test("ROLES-04 ROLES-03 staff see only what their roles allow and which role is missing, and a changed role applies from the next call", {
  tag: "@once",
}, async ({ page, site, login, app }) => {
  await login("support", "agent.kim")
  await find(page, "Username", "robert.chen")
  const impersonate = page.getByRole("button", { name: "Impersonate" })
  await expect(impersonate).toBeVisible()

  await app.ask("giveRoles", { userid: "agent.kim", roles: ["look"] })
  await page.getByRole("button", { name: "Reset Password" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Send link" }).click()
  await expect(dialog).toContainText("Your account does not have the role “serve”")
  await page.reload()
  await find(page, "Username", "robert.chen")
  await expect(page.getByText("robert.chen@example.com")).toBeVisible()
  await expect(impersonate).toHaveCount(0)
  await axeCheck(page)

  await app.ask("giveRoles", { userid: "agent.kim", roles: [] })
  await page.reload()
  await expect(page.getByText("Your account does not have the role “look”")).toBeVisible()
  await expect(page.getByLabel("Search by")).toHaveCount(0)
  const navigation = page.getByRole("navigation", { name: "Main" }).filter({ visible: true })
  await expect(navigation.getByRole("link")).toHaveText(["Home"])
  await page.goto(`${site("support")}/status`)
  await expect(page.getByText("does not have the role “look”")).toBeVisible()
  await expect(navigation.getByRole("link")).toHaveText(["Home"])
  await navigation.getByRole("link").click()
  await axeCheck(page)
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click()
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible()
})
