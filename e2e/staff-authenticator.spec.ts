import type { Page } from "@playwright/test"
import { authenticatorCode } from "#testing/authenticator.ts"
import { customerSupportLogin } from "#web/staff/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { scanQr } from "./scan-qr.ts"
import { typeCredentials } from "./sign-in-steps.ts"

const wrongCode = "That code is not correct or was already used."

async function signIn(page: Page, address: string) {
  await page.goto(address)
  await typeCredentials(page, "agent.osei")
  await page.getByRole("button", { name: "Log In" }).click()
}

async function enter(page: Page, code: string) {
  await page.getByLabel("Code from your app").fill(code)
  await page.getByRole("button", { name: "Log In" }).click()
}

async function axeCheckAtBothWidths(page: Page) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await axeCheck(page)
  }
}

test("LOGIN-10 staff set up an authenticator app, log in with it, and log in without it by a recovery code @prove", async ({
  page,
  site,
  app,
  readEmail,
}) => {
  const searches = page.getByRole("heading", { name: "Search Clients" })
  async function logOut() {
    await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click()
    await expect(page).toHaveURL(`${site("support")}/`)
  }

  await signIn(page, site("support"))
  await expect(page.getByRole("heading", { name: "Set up an authenticator app" })).toBeFocused()
  const address = await scanQr(page.getByRole("img", { name: "QR code" }))
  const secret = new URL(address).searchParams.get("secret") ?? ""
  expect(address).toMatch(/^otpauth:\/\/totp\/My%20Account%20Support:agent\.osei\?/)
  await expect(page.getByRole("link", { name: "Open your app" })).toHaveAttribute("href", address)
  const spaced = secret.match(/.{4}/g)?.join(" ") ?? ""
  await expect(page.getByText(spaced)).toBeVisible()
  await axeCheckAtBothWidths(page)
  const code = async () => authenticatorCode(secret, await app.ask("now", undefined))

  await enter(page, (await code()) === "000000" ? "000001" : "000000")
  await expect(page.getByRole("alert").filter({ hasText: wrongCode })).toContainText("4 tries left")
  const first = await code()
  await enter(page, first)
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused()
  const codes = await page.getByRole("main").getByRole("listitem").allTextContents()
  expect(new Set(codes).size).toBe(10)
  await axeCheckAtBothWidths(page)
  await page.getByRole("button", { name: "I have saved them" }).click()
  await expect(searches).toBeFocused()
  await readEmail("agent.osei", "authenticator app was set up")

  await logOut()
  await signIn(page, site("support"))
  await expect(page.getByRole("heading", { name: "Enter the code from your app" })).toBeFocused()
  await enter(page, first)
  await expect(page.getByRole("alert").filter({ hasText: wrongCode })).toBeVisible()
  await axeCheckAtBothWidths(page)
  await app.ask("advance", { seconds: 30 })
  const next = await code()
  await enter(page, `${next.slice(0, 3)} ${next.slice(3)}`)
  await expect(searches).toBeVisible()

  await logOut()
  await signIn(page, site("support"))
  const recoveryCode = codes[0] ?? ""
  await enter(page, recoveryCode.toLowerCase())
  await expect(searches, "no codes are shown again").toBeVisible()
  expect((await readEmail("agent.osei", "recovery code")).text).toContain("9 recovery codes left")
  await logOut()
  await signIn(page, site("support"))
  await enter(page, recoveryCode)
  await expect(page.getByRole("alert").filter({ hasText: wrongCode })).toBeVisible()
  await page.getByRole("button", { name: "Back to login" }).click()
  await expect(page.getByRole("heading", { name: customerSupportLogin })).toBeVisible()
})
