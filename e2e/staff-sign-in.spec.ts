import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"
import { failure, kept, typeCredentials } from "./sign-in-steps.ts"

test("LOGIN-10 LOGIN-01 SHELL-08 staff log in with username and password only, and reach the search", async ({
  page,
  site,
}) => {
  await page.goto(site("support"))
  await readLogin(page)
  await mistypePassword(page)

  await page.getByLabel("Remember my username").check()
  await typeCredentials(page, "agent.kim")
  const login = page.waitForRequest("**/appauth/login")
  const told = page.waitForResponse("**/appauth/userInformation")
  await page.keyboard.press("Enter")
  expect((await login).postDataJSON()).toMatchObject({
    username: "agent.kim",
    client: "support",
    isCustomerUser: false,
  })
  expect((await told).status(), "LOGIN-07").toBe(200)
  expect((await told).request().postDataJSON()).toMatchObject({
    username: "agent.kim",
    isCustomerUser: false,
    client: "support",
    userDeviceInfo: { userAgent: expect.any(String) },
  })
  await expect(page).toHaveURL(`${site("support")}/customer-home`)
  await expect(page).toHaveTitle("My Account Support My Account Home")
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeFocused()
  expect(await kept(page, "user"), "a store of their own").toBeNull()
  expect(await kept(page, "supportUser")).toMatchObject({ userid: "agent.kim" })
  await page.goto(site("support"))
  await expect(page, "LOGIN-01").toHaveURL(`${site("support")}/customer-home`)

  await expect(page.getByRole("link", { name: "Payment Center" })).toHaveCount(0)
  await page.goto(`${site("support")}/payment-center/products`)
  await expect(page.getByText("Please find the customer first")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeVisible()
  await axeCheck(page)
  await page.getByRole("link", { name: "Home" }).filter({ visible: true }).click()
  await expect(page.getByText("Please find the customer first")).toHaveCount(0)

  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click()
  await expect(page).toHaveURL(`${site("support")}/`)
  expect(await kept(page, "supportUser")).toBeNull()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("agent.kim")
  await page.goto(`${site("support")}/customer-home`)
  await expect(page, "SESSION-02").toHaveURL(`${site("support")}/`)
})

/** Reads the login, which has no links to recover or register. */
async function readLogin(page: Page) {
  await expect(page).toHaveTitle("My Account Support Customer Support Login")
  await expect(page.getByRole("heading", { name: "Customer Support Login" })).toBeVisible()
  await expect(page.getByRole("main").getByRole("link")).toHaveText(["Accessibility Statement"])
  await expect(page.getByRole("contentinfo")).toHaveCount(0)
  const signIn = page.getByRole("button", { name: "Log In" })
  await expect(signIn).toBeDisabled()
  await axeCheck(page)
}

async function mistypePassword(page: Page) {
  const signIn = page.getByRole("button", { name: "Log In" })
  await typeCredentials(page, "agent.kim", "Wrong-2026")
  await page.getByRole("button", { name: "Show password" }).click()
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text")
  await signIn.click()
  const refusal = page.getByRole("alert").filter({ hasText: "password is not correct" })
  await expect(refusal).toBeVisible()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("agent.kim")
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused()
  await axeCheck(page)
}

test("LOGIN-07 a 403 to the report of the staff member's device stops the redirect @once @prove", async ({
  page,
  site,
}) => {
  await page.route("**/appauth/userInformation", (route) =>
    route.fulfill({ status: 403, json: failure("This sign-in was refused.") }),
  )
  await page.goto(site("support"))
  await typeCredentials(page, "agent.kim")
  await page.keyboard.press("Enter")
  await expect(page.getByText("This sign-in was refused.")).toBeVisible()
  await expect(page).toHaveURL(`${site("support")}/`)
  expect(await kept(page, "supportUser")).toBeNull()
})
