import type { Page, Request, Route } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"
import { failure, kept } from "./sign-in-steps.ts"
import { actFor, bannerOf } from "./staff.ts"

/** Calls before a sign-in or about the sign-in itself; see docs/support.md. */
const withoutStaffMember = /^\/(appauth|appcontent)\/|^\/myaccount-core\/availability$/

test("AGENT-03 SHELL-03 SHELL-08 SESSION-10 staff act at the customer's own site, and each POST except those on a list carries csUserid", async ({
  page,
  context,
  site,
  login,
  isMobile,
}) => {
  const posts: Request[] = []
  context.on("request", (request) => {
    if (request.method() === "POST") posts.push(request)
  })
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "maria.santos")
  expect(customerSite.url(), "the session transfer is gone from the address").toBe(
    `${site("harbor")}/dashboard`,
  )
  expect(await customerSite.evaluate(() => window.opener)).toBeNull()
  expect(await kept(customerSite, "user")).toMatchObject({
    userid: "maria.santos_harbor",
    csUserid: "agent.kim",
  })
  const banner = bannerOf(customerSite)
  await expect(banner).toHaveText(/^agent\.kim · Acting for Maria Santos \(HM2041187\) · Stop/)
  const name = customerSite.getByRole("heading", { level: 1 })
  await expect(name, "staff are not welcomed as the customer").toHaveText("Maria Santos")
  await expect(customerSite.getByRole("heading", { name: "Payments Due" })).toBeVisible()
  await axeCheck(customerSite)
  await expectStaffNavigation(customerSite, isMobile)

  const open = async (path: string, name: string, level = 1) => {
    await customerSite.goto(site("harbor") + path)
    await expect(customerSite.getByRole("heading", { level, name })).toBeVisible()
    await expect(banner).toBeVisible()
  }
  await open("/payment-center/products", "Payment Center")
  await customerSite.getByRole("button", { name: "Pay Now" }).filter({ visible: true }).click()
  await expect(customerSite.getByRole("button", { name: "Submit Payment" })).toBeEnabled()
  await open("/payment-center/payment-methods", "Payment Methods", 2)
  await open("/payment-center/payment-history", "Payment History", 2)
  await open("/products-main", "Products")
  await open("/product-details/4001930427", "Whole Life Insurance")
  await open("/my-profile", "Profile")
  await expect(customerSite.getByRole("region", { name: "Contact Information" })).toBeVisible()

  const bodies = Map.groupBy(posts, (request) => new URL(request.url()).pathname)
  for (const path of ["products", "payNow/data", "paymentMethods", "paymentHistory", "profile"]) {
    expect([...bodies.keys()]).toContain(`/myaccount-core/${path}`)
  }
  expect([...bodies.keys()]).toContain("/appauth/handoff/redeem")
  for (const request of posts) {
    const { pathname } = new URL(request.url())
    const { csUserid } = request.postDataJSON()
    expect(csUserid, pathname).toBe(withoutStaffMember.test(pathname) ? undefined : "agent.kim")
  }
})

test("AGENT-03 METHODS-05 PROFILE-06 the page disables actions that staff may not take and shows the reason @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "robert.chen")
  const main = customerSite.getByRole("main")
  const closed = async (name: string, why: RegExp) => {
    const button = main.getByRole("button", { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(why)
  }

  await customerSite.goto(`${site("harbor")}/my-profile`)
  await closed("Resubscribe", /Only the customer/)
  await closed("Change Password", /Only the customer/)
  await closed("Change: security question and answer", /Only the customer/)
  await expect(
    customerSite.getByRole("region", { name: "Activity on this account" }).getByRole("listitem"),
  ).not.toHaveCount(0)
  await expect(main.getByRole("button", { name: /This wasn't me|I didn't ask/ })).toHaveCount(0)
  await axeCheck(customerSite)

  await customerSite.goto(`${site("harbor")}/payment-center/payment-methods`)
  await closed("Delete", /Only the customer/)
  await closed("Edit", /Only the customer/)
  await closed("Add Payment Method", /Only the customer/)
  await axeCheck(customerSite)

  await customerSite.goto(`${site("harbor")}/payment-center/products`)
  await main.getByRole("button", { name: "Pay Now" }).filter({ visible: true }).first().click()
  await closed("Edit", /Only the customer/)
  const methods = main.getByRole("combobox", { name: "Payment method" })
  await expect(methods.getByRole("option", { name: /only the customer can/ })).toBeDisabled()
  await axeCheck(customerSite)
})

const refuse = (route: Route) => route.fulfill({ status: 429, json: failure("Not now.") })

test("AGENT-03 ACTIVITY-03 the customer sees which staff member opened their account and can report that they did not ask for it @prove", async ({
  page,
  site,
  login,
  anotherPage,
  readEmail,
}) => {
  const customer = await anotherPage()
  await login("harbor", "grace.adeyemi", customer)
  await login("support", "agent.kim")
  await actFor(page, "grace.adeyemi")
  await page.getByRole("button", { name: "Change Email" }).click()
  await page.getByLabel("New email").fill("grace.new@example.com")
  await page.keyboard.press("Enter")
  await expect(page.getByText("is now grace.new@example.com")).toBeVisible()

  await customer.goto(`${site("harbor")}/my-profile`)
  const record = customer.getByRole("region", { name: "Activity on your account" })
  const entries = record.getByRole("listitem")
  await expect(entries.filter({ hasText: "Customer service" })).toHaveText([
    /changed the email address from g•+i@example\.com to g•+w@example\.com/,
    /Customer service opened your account to act for you/,
    /Customer service looked you up/,
  ])
  const opened = entries.filter({ hasText: "opened your account" })
  const doubt = opened.getByRole("button", { name: "I didn't ask for this" })
  await doubt.click()
  await axeCheck(customer)
  await customer.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await expect(doubt).toBeFocused()
  await doubt.click()
  await customer.route("**/accountRecord/notRecognised", refuse, { times: 1 })
  const dialog = customer.getByRole("dialog")
  await dialog.getByRole("button", { name: "Tell us" }).click()
  await expect(dialog.getByRole("alert"), "no report was sent").toHaveText("Not now.")
  await axeCheck(customer)
  await dialog.getByRole("button", { name: "Tell us" }).click()
  await expect(customer.getByText("We will look into it")).toBeVisible()
  await expect(entries.first(), "the list shows the report").toContainText("You reported this")
  await axeCheck(customer)
  await readEmail("grace.new@example.com", "looking into")
})

async function expectStaffNavigation(page: Page, isMobile: boolean) {
  const navigation = page.getByRole("navigation", { name: "Main" }).filter({ visible: true })
  await expect(navigation.getByRole("link")).toHaveText(["Home", "Payment Center", "Products"])
  await expect(page.getByRole("button", { name: "Logout" }).filter({ visible: true })).toHaveCount(
    1,
  )
  await expect(page.getByRole("button", { name: "Contact us by phone" })).toHaveCount(0)
  const icon = page.getByRole("banner").getByRole("button", { name: "Logout" })
  await expect(icon, "in the phone's place").toBeVisible({ visible: isMobile })
  if (!isMobile) return
  await page.getByRole("button", { name: "More" }).click()
  const panel = page.getByRole("dialog", { name: "More" })
  await expect(panel.getByRole("link", { name: "Home" })).toBeVisible()
  await expect(panel.getByRole("link", { name: "Profile" })).toHaveCount(0)
  await expect(panel.getByRole("button", { name: "Logout" })).toHaveCount(0)
  await panel.getByRole("button", { name: "Close" }).click()
}
