import type { Locator, Page } from "@playwright/test"
import { expect } from "./fixtures.ts"

type SearchBy = "Policy number" | "Account number" | "Username" | "Payment confirmation number"

/**
 * Finds a customer on the Search Clients page, and waits until an earlier result has disappeared.
 */
export async function find(page: Page, by: SearchBy, value: string) {
  await page.getByLabel("Search by").selectOption({ label: by })
  await page.getByRole("textbox", { name: by }).fill(value)
  const search = page.getByRole("button", { name: "Search", exact: true })
  const answered = page.waitForResponse(/\/agent\/clients\?/)
  await search.click()
  await answered
  // The button has another name until the results appear.
  await expect(search).toBeVisible()
}

/** Opens payments and bills of a found customer, and returns their part of the page. */
export async function openPaymentsOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: `Payments for ${name}` }).click()
  return page.getByRole("region", { name: `Payments of ${name}` })
}

/** Finds James Okafor, and returns the open bills of his product. */
export async function openBillsOfJames(page: Page, policyNumber: string): Promise<Locator> {
  await find(page, "Policy number", policyNumber)
  const section = await openPaymentsOf(page, "James Okafor")
  const product = section
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: new RegExp(policyNumber) }) })
  await expect(product).toBeVisible()
  return product
}

/** Finds a customer, and opens their site to act for them. */
export async function actFor(page: Page, username: string): Promise<Page> {
  await find(page, "Username", username)
  const opened = page.waitForEvent("popup")
  await page.getByRole("button", { name: "Impersonate" }).click()
  const customerSite = await opened
  await customerSite.waitForURL("**/dashboard")
  await expect(bannerOf(customerSite)).toContainText("Acting for ")
  return customerSite
}

/** The banner that names the customer for whom staff act. */
export function bannerOf(page: Page) {
  return page.getByRole("complementary", { name: "Customer support" })
}
