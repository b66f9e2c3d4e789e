import type { Page } from "@playwright/test"
import { demoPerson } from "#testing/demo-people.ts"

/** Types a demo person's credentials into the login form. */
export async function typeCredentials(page: Page, username: string, password?: string) {
  await page.getByLabel("Username", { exact: true }).fill(username)
  await page.getByLabel("Password", { exact: true }).fill(password ?? demoPerson(username).password)
}

/** Logs in up to the dialog that asks for the code. */
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

/** The server's reply to a failed call. */
export function failure(text: string, type = "ERROR") {
  return { type: "error", data: { messages: [{ type, content: [text], messageId: "test" }] } }
}
