import { axeCheck, expect, test } from "./fixtures.ts"
import { codeField } from "./sign-in-steps.ts"

const password = "Anchor-2026"

test("READY-07 a sample person of a new brand signs in on its host, without accessibility findings in light and dark", async ({
  page,
  app,
  site,
  readCode,
}) => {
  const options = { name: "Juniper Life", host: "juniper.localhost", accent: "#ffe600" }
  await app.ask("loadNewBrand", { name: "juniper", options })
  await page.goto(site("juniper"))
  await expect(page).toHaveTitle("Juniper Life Login")
  await expect(page.getByRole("heading", { name: "Welcome to Juniper Life" })).toBeVisible()
  await axeCheck(page)
  await page.getByLabel("Username", { exact: true }).fill("sample.person")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Log In" }).click()
  await codeField(page).fill(await readCode("alex.sample@example.com"))
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Welcome, Alex Sample" })).toBeVisible()
  await axeCheck(page)
  await page.emulateMedia({ colorScheme: "dark" })
  await axeCheck(page)
})

test("BRAND-02 a group's own term, such as guild, replaces the specification's term union in fields, texts and messages @phone @prove", async ({
  page,
  app,
  site,
}) => {
  const options = { host: "stage.localhost", group: "Painters, Stage Hands", term: "guild" }
  await app.ask("loadNewBrand", { name: "stage", options })
  await page.goto(site("stage"))
  const guild = page.getByLabel("Guild", { exact: true })
  await expect(guild.locator("option").first()).toHaveText("Select your guild")
  await page.getByLabel("Username", { exact: true }).fill("sample.person")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await expect(page.getByText("To log in, choose your guild.")).toBeVisible()
  await expect(page.getByText(/union/i)).toHaveCount(0)
  await axeCheck(page)

  await page.goto(`${site("stage")}/forgot-username`)
  await expect(page.getByLabel("Guild", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Send recovery email" }).click()
  await expect(page.getByText("Please choose your guild.").first()).toBeVisible()
  await expect(page.getByText(/union/i)).toHaveCount(0)
})
