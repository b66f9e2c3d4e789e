import type { Page } from "@playwright/test"
import { expect } from "./fixtures.ts"
import { codeField } from "./sign-in-steps.ts"

/** A demo person without a user account. */
export interface Newcomer {
  planNumber: string
  firstName: string
  lastName: string
  email: string
}

export const ana: Newcomer = {
  planNumber: "4000000017",
  firstName: "Ana",
  lastName: "Duarte",
  email: "ana.duarte@example.com",
}

export const sam: Newcomer = {
  planNumber: "4000000025",
  firstName: "Sam",
  lastName: "Whitaker",
  email: "sam.whitaker@example.com",
}

/** Has a user account that must be reactivated. */
export const walter: Newcomer = {
  planNumber: "4000000033",
  firstName: "Walter",
  lastName: "Brandt",
  email: "walter.brandt@example.com",
}

export function planNumberField(page: Page) {
  return page.getByLabel("Certificate/Plan Number", { exact: true })
}

export function next(page: Page) {
  return page.getByRole("button", { name: "Next", exact: true })
}

export function heading(page: Page, name: string) {
  return page.getByRole("heading", { level: 1, name })
}

export async function identify(page: Page, { planNumber }: Pick<Newcomer, "planNumber">) {
  await planNumberField(page).fill(planNumber)
  // A double click must not reach the next step.
  await next(page).dblclick()
}

export async function giveName(page: Page, { firstName, lastName, email }: Newcomer) {
  await page.getByLabel("First name").fill(firstName)
  await page.getByLabel("Last name").fill(lastName)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await next(page).dblclick()
}

export async function verify(page: Page, code: string) {
  await codeField(page).fill(code)
  await page.getByRole("button", { name: "Confirm Code" }).click()
  await expect(page.getByText("You are verified")).toBeVisible()
  await next(page).click()
}

export async function chooseCredentials(page: Page, username: string, password: string) {
  await page.getByLabel("Username", { exact: true }).fill(username)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByLabel("Confirm password", { exact: true }).fill(password)
  await page.getByLabel("Security question").selectOption({ index: 1 })
  await page.getByLabel("Security answer").fill("Lisbon")
  await page.getByRole("checkbox", { name: /I agree/ }).check()
}

export function completeButton(page: Page) {
  return page.getByRole("button", { name: "Complete registration" })
}
