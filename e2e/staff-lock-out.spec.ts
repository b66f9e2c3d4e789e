import type { Page } from "@playwright/test"
import { customerSupportLogin } from "#web/staff/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { failure, typeCredentials } from "./sign-in-steps.ts"

test("LOGIN-10 GUESS-04 guessing is limited for staff as for customers, and the right person logs in by an emailed link @prove", async ({
  page,
  site,
  app,
  readEmail,
}) => {
  await page.goto(site("harbor"))
  const ofCustomers = await triesUntilLocked(page, "grace.adeyemi")
  await page.goto(site("support"))
  expect(await triesUntilLocked(page, "agent.kim")).toBe(ofCustomers)

  // Calls from one address are also limited, for ten minutes.
  await app.ask("advance", { minutes: 11 })
  await typeCredentials(page, "agent.kim")
  await page.getByRole("button", { name: "Log In" }).click()
  const told = page.getByRole("heading", { name: "Check your email" })
  await expect(told, "also with the right password").toBeFocused()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("agent.kim")
  await axeCheck(page)
  const email = await readEmail("agent.kim", "Do you want to log in to")
  await page.goto(email.text.match(/http\S+\/log-in-link#[\w-]+/)?.[0] ?? "")
  await expect(page.getByRole("heading", { name: "Let this browser log in" })).toBeVisible()
  await expect(page.getByRole("button", { name: "I forgot my password" })).toBeHidden()
  await axeCheck(page)
  await page.getByRole("button", { name: "Continue to log in" }).click()
  await typeCredentials(page, "agent.kim")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeVisible()
})

test("LOGIN-10 five wrong authenticator codes end the attempt @prove", async ({ page, site }) => {
  await page.goto(site("support"))
  await typeCredentials(page, "agent.osei")
  await page.getByRole("button", { name: "Log In" }).click()
  const code = page.getByLabel("Code from your app")
  for (const left of ["4 tries", "3 tries", "2 tries", "1 try"]) {
    await code.fill("recovery codes are longer")
    await code.press("Enter")
    await expect(page.getByRole("alert").filter({ hasText: `${left} left` })).toBeVisible()
    await expect(code).toBeFocused()
  }
  await code.press("Enter")
  await expect(page.getByRole("heading", { name: customerSupportLogin })).toBeVisible()
  await expect(page.getByText("Please log in again with your username")).toBeVisible()
  await axeCheck(page)
})

test("LOGIN-10 a key that failed to load can be requested again, and an ended attempt starts again @prove", async ({
  page,
  site,
  app,
}) => {
  await page.route(
    "**/appauth/secondFactor/enrol",
    (route) => route.fulfill({ status: 429, json: failure("Please wait.") }),
    { times: 1 },
  )
  await page.goto(site("support"))
  await typeCredentials(page, "agent.osei")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page.getByText("We could not create the key for your app.")).toBeVisible()
  await axeCheck(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible()
  await app.ask("advance", { minutes: 10 })
  await page.getByLabel("Code from your app").fill("123456")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Please log in again with your username")).toBeVisible()
  await expect(page.getByLabel("Username", { exact: true })).toBeVisible()
})

/** The number of wrong passwords until the lock, sent as this site's form does. */
async function triesUntilLocked(page: Page, username: string): Promise<number> {
  const sent = page.waitForRequest("**/appauth/login")
  await typeCredentials(page, username, "Wrong-2026")
  await page.getByRole("button", { name: "Log In" }).click()
  const body = (await sent).postData()
  expect((await (await sent).response())?.status()).toBe(401)
  return await page.evaluate(async (body) => {
    const headers = { "content-type": "application/json" }
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch("/appauth/login", { method: "POST", headers, body })
      if (answer.status !== 401) return answer.status === 429 ? tries : 0
    }
  }, body)
}
