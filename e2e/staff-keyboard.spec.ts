import { expect, test } from "./fixtures.ts"

test("AGENT-01 AGENT-04 AGENT-05 AGENT-06 ACCESS-08 staff search and act using only the keyboard @prove", async ({
  page,
  site,
}) => {
  const { keyboard } = page
  const focused = (name: string) =>
    expect(page.getByRole("button", { name: `${name} for Dorothy Lindqvist` })).toBeFocused()
  const tabTo = async (name: string) => {
    await keyboard.press("Tab")
    await focused(name)
  }
  const dialog = page.getByRole("dialog")

  await page.goto(site("support"))
  await page.getByLabel("Username", { exact: true }).focus()
  await keyboard.type("agent.kim")
  await keyboard.press("Tab")
  await keyboard.type("Anchor-2026")
  await keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeFocused()
  await keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Change my password" })).toBeFocused()
  await keyboard.press("Tab")
  await expect(page.getByLabel("Search by")).toBeFocused()
  await keyboard.type("User")
  await keyboard.press("Tab")
  await keyboard.type("dorothy.lindqvist")
  await keyboard.press("Enter")
  await expect(page.getByRole("status").filter({ hasText: "1 result" })).toBeAttached()

  await keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeFocused()
  await tabTo("Impersonate")
  await tabTo("Reset Password")
  await keyboard.press("Enter")
  await expect(dialog.getByRole("heading", { name: "Reset Password" })).toBeFocused()
  await keyboard.press("Escape")
  await focused("Reset Password")

  await tabTo("Change Email")
  await keyboard.press("Enter")
  await expect(dialog.getByLabel("New email")).toBeFocused()
  await keyboard.type("dorothy.new@example.com")
  await keyboard.press("Enter")
  await expect(page.getByText("is now dorothy.new@example.com")).toBeVisible()
  await focused("Change Email")

  await tabTo("Payments")
  await tabTo("Delete Account")
  await keyboard.press("Enter")
  await expect(dialog.getByRole("heading", { name: "Are you sure?" })).toBeFocused()
  await keyboard.press("Tab")
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused()
  await keyboard.press("Tab")
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeFocused()
  await keyboard.press("Tab")
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused()
  await keyboard.press("Enter")
  await focused("Delete Account")
})
