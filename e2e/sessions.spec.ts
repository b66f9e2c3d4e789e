import { messages } from "#contracts/messages.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { waitForIdlePage } from "./idle-page.ts"
import {
  askForCode,
  codeField,
  expectNothingPersonal,
  failure,
  kept,
  pressLogout,
  typeCredentials,
} from "./sign-in-steps.ts"

const signedInPaths = [
  "/dashboard",
  "/my-profile",
  "/products-main",
  "/product-details/4001930427",
  "/customer-home",
  "/payment-center",
  "/payment-center/products",
  "/payment-center/payment-methods",
  "/payment-center/pay-now",
]

test("SESSION-01 SESSION-09 the browser stores a customer's session and the site's keys @once", async ({
  page,
  site,
  readCode,
  context,
}) => {
  await page.goto(site("harbor"))
  await page.getByLabel("Remember my username").check()
  await askForCode(page, "maria.santos")
  await codeField(page).fill(await readCode("maria.santos"))
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)

  expect(await kept(page, "user")).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    accountNumber: "HM2041187",
    policyNumber: "4001930427",
    firstName: "Maria",
    lastName: "Santos",
    email: "maria.santos@example.com",
    userid: "maria.santos_harbor",
    isEmailSubscribed: true,
  })
  expect(await kept(page, "supportUser")).toBeNull()
  expect(await kept(page, "rememberedUsername")).toBe("maria.santos")
  expect(await kept(page, "customerLoginIp")).toBe("127.0.0.1")
  expect(await kept(page, "clientName")).toBe("Harbor Mutual")
  const cookie = (await context.cookies()).find(({ name }) => name === "session")
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", expires: -1 })
})

test("SESSION-01 staff have their own store @once @prove", async ({ page, site }) => {
  await page.goto(site("support"))
  await typeCredentials(page, "agent.kim")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page).toHaveURL(`${site("support")}/customer-home`)
  expect(await kept(page, "supportUser")).toMatchObject({ userid: "agent.kim" })
  expect(await kept(page, "user")).toBeNull()
})

test("SESSION-02 signed-in screens without a session redirect to the login @once @prove", async ({
  page,
  site,
}) => {
  for (const path of signedInPaths) {
    await page.goto(site("harbor") + path)
    await expect(page, path).toHaveURL(`${site("harbor")}/`)
  }
})

test("SESSION-02 a session that does not exist on the server also ends in the browser @once @prove", async ({
  page,
  site,
  login,
  context,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("heading", { name: "Welcome, Maria Santos" })).toBeVisible()
  // A later call of this page would end the session before the reload, which would lose its
  // message.
  await waitForIdlePage(page)
  await context.clearCookies()
  await page.reload()
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByText(messages["session.required"].content)).toBeVisible()
  expect(await kept(page, "user")).toBeNull()
  await axeCheck(page)
})

test("SESSION-02 SESSION-12 SESSION-13 a 403 clears both stores in every tab, and a second tab shows why @once", async ({
  page,
  context,
  site,
  login,
}) => {
  await login("harbor", "james.okafor")
  await page.evaluate(() => localStorage.setItem("supportUser", localStorage.user))
  const other = await context.newPage()
  await other.goto(`${site("harbor")}/dashboard`)
  await expect(other.getByRole("heading", { name: "Welcome, James Okafor" })).toBeVisible()

  await page.route("**/myaccount-core/dashboard", (route) =>
    route.fulfill({ status: 403, json: failure("Your login does not allow this.") }),
  )
  await page.reload()
  await expect(page).toHaveURL(`${site("harbor")}/`)
  expect(await kept(page, "user")).toBeNull()
  expect(await kept(page, "supportUser")).toBeNull()
  await expect(other).toHaveURL(`${site("harbor")}/`)
  await expect(other.getByText("Your session has ended. Please log in again.")).toBeVisible()
  await expectNothingPersonal(other, /Okafor/)
})

test("SESSION-03 SESSION-12 SESSION-13 Logout posts an empty body and opens the login", {
  tag: "@phone",
}, async ({ page, site, login, context, isMobile }) => {
  await login("harbor", "maria.santos")
  const cookies = await context.cookies()
  const user = await page.evaluate(() => localStorage.user as string)
  const other = await context.newPage()
  await other.goto(`${site("harbor")}/my-profile`)
  await expect(other.getByText("maria.santos@example.com").first()).toBeVisible()
  const posted = page.waitForRequest("**/appauth/logout")
  await pressLogout(page, isMobile)
  expect((await posted).postDataJSON()).toEqual({})
  await expect(page).toHaveURL(`${site("harbor")}/`)
  expect(await kept(page, "user")).toBeNull()
  await expect(other.getByText("You were logged out in another tab.")).toBeVisible()
  await expectNothingPersonal(other, /Santos/i)
  await other.close()

  await context.addCookies(cookies)
  await page.evaluate((stored) => localStorage.setItem("user", stored), user)
  await page.goto(`${site("harbor")}/dashboard`)
  await expect(page, "the server has ended it").toHaveURL(`${site("harbor")}/`)
})

test("SESSION-03 a failed logout shows its reason, and the person stays signed in @prove", async ({
  page,
  site,
  login,
  isMobile,
}) => {
  await login("harbor", "maria.santos")
  await page.route("**/appauth/logout", (route) =>
    route.fulfill({ status: 429, json: failure("Please try again in a minute.") }),
  )
  await pressLogout(page, isMobile)
  await expect(page.getByText("Please try again in a minute.")).toBeVisible()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  expect(await kept(page, "user")).not.toBeNull()
})
