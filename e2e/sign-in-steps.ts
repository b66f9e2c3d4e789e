import { expect, type Page } from "@playwright/test"
import { demoPerson } from "#testing/demo-people.ts"

/** Types a demo person's credentials into the login form. */
export async function typeCredentials(page: Page, username: string, password?: string) {
  await page.getByLabel("Username", { exact: true }).fill(username)
  await page.getByLabel("Password", { exact: true }).fill(password ?? demoPerson(username).password)
}

/** Logs in up to the dialog for the code. */
export async function askForCode(page: Page, username: string) {
  await typeCredentials(page, username)
  await page.getByRole("button", { name: "Log In" }).click()
  await codeField(page).waitFor()
}

export function codeField(page: Page) {
  return page.getByRole("textbox", { name: "One-time code" })
}

/** The value that this site stores in the browser under a key, parsed if it is JSON. */
export async function kept(page: Page, key: string): Promise<unknown> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The value of the current history entry, from the storage of the tab. */
export async function keptInHistory(page: Page): Promise<unknown> {
  return await page.evaluate(() => {
    const all = JSON.parse(sessionStorage.getItem("keptOfTab") ?? "{}")
    return all[history.state?.kept]?.value
  })
}

export async function pressLogout(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole("button", { name: "More" }).click()
  await page.getByRole("button", { name: "Logout" }).click()
}

/**
 * Goes Back to the beginning of the history, and Forward again. No screen may show one of these
 * texts, even in a field, or store it in the tab.
 */
export async function expectNothingPersonal(page: Page, personal: RegExp) {
  const isAtStart = () => page.url() === "about:blank"
  for (let back = 0; back < 12 && !isAtStart(); back += 1) {
    await page.goBack()
    if (!isAtStart()) await expectImpersonal(page, personal)
  }
  expect(isAtStart(), "Back reaches the start").toBe(true)
  await page.goForward()
  await expectImpersonal(page, personal)
}

async function expectImpersonal(page: Page, personal: RegExp) {
  await page.getByRole("heading", { level: 1 }).waitFor()
  const found = await page.evaluate(() => {
    const fields = [...document.querySelectorAll("input")].map(({ value }) => value)
    const kept = JSON.stringify([history.state, { ...sessionStorage }])
    return [document.title, document.body.innerText, ...fields, kept].join("\n")
  })
  expect(found, page.url()).not.toMatch(personal)
}

/** The server's reply to a failed call. */
export function failure(text: string, type = "ERROR") {
  return { type: "error", data: { messages: [{ type, content: [text], messageId: "test" }] } }
}
