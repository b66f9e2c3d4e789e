import type { Page } from "@playwright/test"
import { demoPerson } from "#testing/demo-people.ts"

/** Types a demo person's credentials into the log-in form. */
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

/** What this site keeps in the browser under a key, parsed where it is JSON. */
export async function kept(page: Page, key: string): Promise<unknown> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** An answer as the server gives it when a call fails. */
export function failure(text: string, type = "ERROR") {
  return { type: "error", data: { messages: [{ type, content: [text], messageId: "test" }] } }
}
