import { axeCheck, expect, test } from "./fixtures.ts"
import { typeCredentials } from "./log-in.ts"

test("AGENT-01 AGENT-02 AGENT-05 AGENT-06 LOGIN-10 staff find a customer and mend their sign-in", async ({
  page,
  site,
  readEmail,
  isMobile,
}) => {
  await page.goto(site("support"))
  await typeCredentials(page, "agent.kim")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeVisible()
  const search = page.getByRole("button", { name: "Search", exact: true })
  await expect(search).toBeDisabled()
  await page.getByRole("textbox", { name: "Policy number" }).press("Enter")
  await expect(page.getByText("Please fill out this field.")).toBeVisible()

  await page.getByLabel("Search by").selectOption({ label: "Username" })
  const value = page.getByRole("textbox", { name: "Username" })
  await value.fill("nobody.here")
  await search.click()
  await expect(page.getByText("We found nobody.")).toBeVisible()
  await value.fill("grace.adeyemi")
  await search.click()
  await expect(page.getByRole("heading", { name: "1 result" })).toBeVisible()
  await expect(page.getByRole("table")).toHaveCount(isMobile ? 0 : 1)
  await axeCheck(page)

  await page.getByRole("button", { name: "Change Email" }).click()
  const dialog = page.getByRole("dialog", { name: "Change Email" })
  const save = dialog.getByRole("button", { name: "Save Changes" })
  await expect(dialog.getByLabel("Current email")).toBeDisabled()
  await dialog.getByLabel("New email").fill("grace@example.museum")
  await expect(save).toBeDisabled()
  await dialog.getByLabel("New email").fill("Grace.Adeyemi@example.com")
  await save.click()
  await expect(dialog.getByRole("alert")).toContainText("on file already")
  await axeCheck(page)
  await dialog.getByLabel("New email").fill("grace.new@example.com")
  await save.click()
  await expect(page.getByText("grace.new@example.com").first()).toBeVisible()
  await readEmail("grace.adeyemi")

  await page.getByRole("button", { name: "Delete Account" }).click()
  const remove = page.getByRole("dialog", { name: "Are you sure?" })
  await expect(remove).toContainText(
    "Are you sure you want to delete this user's My Account registration?",
  )
  await remove.getByRole("button", { name: "Delete" }).click()
  await expect(page.getByText("a second agent has to agree")).toBeVisible()
  await expect(page.getByText("You asked for it. Another agent has to agree.")).toBeVisible()
  await axeCheck(page)
})

test("AGENT-03 SHELL-08 acting for a customer opens their site, and they read of it", async ({
  page,
  site,
  context,
  login,
}) => {
  await page.goto(site("support"))
  await typeCredentials(page, "agent.kim")
  await page.getByRole("button", { name: "Log In" }).click()
  await page.getByLabel("Search by").selectOption({ label: "Username" })
  await page.getByRole("textbox", { name: "Username" }).fill("maria.santos")
  await page.getByRole("button", { name: "Search", exact: true }).click()
  const opened = context.waitForEvent("page")
  await page.getByRole("button", { name: "Impersonate" }).click()
  const customerSite = await opened
  await customerSite.waitForURL(`${site("harbor")}/dashboard`)
  await expect(customerSite.getByText("Customer support user: agent.kim")).toBeVisible()
  await expect(customerSite.getByRole("link", { name: "Profile" })).toHaveCount(0)
  await customerSite.close()

  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/my-profile`)
  const record = page.getByRole("region", { name: "Who looked at my account" })
  const entry = record
    .getByRole("listitem")
    .filter({ hasText: "Opened your account to act for you" })
  await entry.getByRole("button", { name: "I do not recognise this" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Tell us" }).click()
  await expect(page.getByText("We have been told and will look into it")).toBeVisible()
  await axeCheck(page)
})
