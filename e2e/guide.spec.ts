import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures.ts"
import { codeField } from "./sign-in-steps.ts"

// To update the pictures of docs/guide.md: GUIDE_PICTURES=write npm test -- e2e/guide.spec.ts
const pictures = join(import.meta.dirname, "../docs/guide")
const isWriting = process.env.GUIDE_PICTURES === "write"

async function picture(page: Page, name: string) {
  const path = isWriting ? join(pictures, name) : test.info().outputPath(name)
  await page.screenshot({ path, type: "jpeg", quality: 72, animations: "disabled" })
  expect(existsSync(join(pictures, name)), `docs/guide/${name}`).toBe(true)
}

test("READY-09 the pictures of the guide show the brand from its steps @once @prove", async ({
  page,
  app,
  site,
  readCode,
}) => {
  const options = { name: "Acme Mutual", accent: "#0b5d3b", hours: "Mon-Fri 08:00-18:00" }
  await app.ask("loadNewBrand", { name: "acme", options })
  await page.setViewportSize({ width: 1100, height: 780 })
  await page.goto(site("acme"))
  await expect(page.getByRole("heading", { name: "Welcome to Acme Mutual" })).toBeVisible()
  await picture(page, "login.jpg")

  const welcome =
    "<h2>Good to see you</h2><p>Your certificates, your bills and your payments, day and night.</p>"
  await app.ask("loadNewBrand", { name: "acme", options, texts: { "welcome.html": welcome } })
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole("heading", { name: "Good to see you" })).toBeVisible()
  }).toPass()
  await picture(page, "welcome.jpg")

  await page.emulateMedia({ colorScheme: "dark" })
  await page.setViewportSize({ width: 390, height: 760 })
  await picture(page, "phone.jpg")

  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 1100, height: 780 })
  await page.getByLabel("Username", { exact: true }).fill("sample.person")
  await page.getByLabel("Password", { exact: true }).fill("Anchor-2026")
  await page.getByRole("button", { name: "Log In" }).click()
  await codeField(page).fill(await readCode("alex.sample@example.com"))
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Welcome, Alex Sample" })).toBeVisible()
  await expect(page.getByText("Term Life").first()).toBeVisible()
  await picture(page, "dashboard.jpg")
})
