import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures.ts"
import {
  ana,
  chooseCredentials,
  completeButton,
  giveName,
  heading,
  identify,
  next,
  verify,
} from "./registration-steps.ts"
import { askForCode, codeField, pressLogout, typeCredentials } from "./sign-in-steps.ts"
import { actFor, bannerOf, find, openBillsOfJames, openPaymentsOf } from "./staff.ts"
import { expectTranslated, translatePages } from "./translation.ts"

test.beforeEach(({ page }) => translatePages(page))

function button(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true })
}

test("ACCESS-13 a person logs in on a translated page after a wrong password and a wrong code", {
  tag: "@phone",
}, async ({ page, site, readCode, isMobile }) => {
  await page.goto(site("harbor"))
  await typeCredentials(page, "maria.santos", "Anchor-2025")
  await button(page, "Log In").click()
  await expect(page.getByText("not correct")).toBeVisible()
  await askForCode(page, "maria.santos")
  await codeField(page).fill("000000")
  await button(page, "Confirm Code").click()
  await expect(page.getByText("not valid").or(page.getByText("not correct")).last()).toBeVisible()
  await codeField(page).fill(await readCode("maria.santos"))
  await button(page, "Confirm Code").click()
  await expect(page.getByRole("heading", { name: "Welcome, Maria Santos" })).toBeVisible()
  await expectTranslated(page)
  await pressLogout(page, isMobile)
  await expect(button(page, "Log In")).toBeVisible()
  await expectTranslated(page)
})

test("ACCESS-13 a person registers on a translated page after a wrong number and a wrong name @phone @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, { planNumber: "4999999999" })
  await expect(page.getByRole("alert").first()).toBeVisible()
  await identify(page, ana)
  await giveName(page, { ...ana, firstName: "Anna Lena" })
  await expect(page.getByText("does not match").first()).toBeVisible()
  await giveName(page, ana)
  await expect(heading(page, "Account Verification")).toBeVisible()
  await verify(page, await readCode(ana.email))
  await chooseCredentials(page, "ana.duarte", "lighthouse")
  await expect(page.getByText(/^To continue/)).toBeVisible()
  await chooseCredentials(page, "ana.duarte", "Lighthouse-70417")
  await expectTranslated(page)
  await completeButton(page).click()
  await expect(page.getByRole("heading", { name: "Welcome, Ana Duarte" })).toBeVisible()
  await expect(next(page)).toHaveCount(0)
  await expectTranslated(page)
})

test("ACCESS-13 a person recovers username and password on a translated page @phone @prove", async ({
  page,
  site,
  readEmail,
}) => {
  await page.goto(`${site("harbor")}/forgot-username`)
  await button(page, "Send recovery email").click()
  await page.getByLabel("Certificate/Plan Number", { exact: true }).fill("4001930427")
  await page.getByLabel("First name").fill("Maria")
  await page.getByLabel("Last name").fill("Santos")
  await page.getByLabel("Email", { exact: true }).fill("maria.santos@example.com")
  await button(page, "Send recovery email").click()
  await expect(page.getByText("we have sent your username")).toBeVisible()
  await page.getByRole("link", { name: "Forgot password?" }).click()
  await page.getByLabel("Username", { exact: true }).fill("grace.adeyemi")
  await button(page, "Next: Security Verification").click()
  await page.getByLabel("Your answer").fill("ibadan")
  await button(page, "Submit").click()
  await expect(page.getByText("we have sent an email with a link")).toBeVisible()
  await expectTranslated(page)
  const [link = ""] = /http\S+\/reset-password\/\S+/.exec(
    (await readEmail("grace.adeyemi")).text,
  ) ?? [""]
  await page.goto(link)
  for (const password of ["Adeyemi1960", "Lighthouse-70417"]) {
    await page.getByLabel("New password", { exact: true }).fill(password)
    await page.getByLabel("Confirm password", { exact: true }).fill(password)
    await button(page, "Submit new password").click()
    if (password === "Adeyemi1960") {
      await expect(page.getByText("This password is easy to guess.")).toBeVisible()
    }
  }
  await expect(page.getByText("Your password was changed")).toBeVisible()
  await expectTranslated(page)
})

test("ACCESS-13 a translation leaves the names, numbers and amounts of each screen unchanged @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  for (const path of [
    ...["dashboard", "products-main", "product-details/4001930427", "my-profile"],
    ...["payment-center/products", "payment-center/payment-methods"],
    ...["payment-center/payment-history", "payment-center/upcoming", "payment-center/pay-now"],
  ]) {
    await page.goto(`${site("harbor")}/${path}`)
    await page.waitForLoadState("networkidle")
    await expectTranslated(page)
  }
})

test("ACCESS-13 a person changes the method and pays on a translated page @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  const methods = page.getByLabel("Payment method")
  await methods.selectOption("PM-20377")
  await expect(page.getByRole("alert").filter({ hasText: "expired" })).toBeVisible()
  await methods.selectOption("PM-20418")
  await button(page, "Submit Payment").click()
  await expectTranslated(page)
  await button(page, "I Agree").click()
  const successful = page.getByRole("dialog", { name: "Payment Successful" })
  await expect(successful).toContainText("You paid $31.20")
  await expectTranslated(page)
  await successful.getByRole("button", { name: "Done" }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole("link", { name: "Payment Center" }).first().click()
  await page.getByRole("radio").first().waitFor()
  await expectTranslated(page)
})

test("ACCESS-13 a person changes auto pay on a translated page @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/payment-center/products`)
  await page.getByRole("radio", { name: "Whole Life Insurance" }).click()
  await button(page, "Change Auto Pay or Frequency").click()
  const form = page.getByRole("dialog", { name: "Change Auto Pay or Frequency" })
  await form.getByLabel("Payment frequency").selectOption("Q")
  await expect(form).toContainText("Amount due*$145.50")
  await form.getByLabel("Auto pay method").selectOption({ label: "Checking ending in 6789" })
  await expectTranslated(page)
  await form.getByRole("button", { name: "Save Changes" }).click()
  await button(page, "I Agree").click()
  await expect(page.getByText("is now on Auto Pay. We will charge $145.50")).toBeVisible()
  await expectTranslated(page)
})

test("ACCESS-13 a person changes their profile on a translated page @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "siobhan.obrien")
  await page.goto(`${site("harbor")}/my-profile`)
  await page.getByRole("button", { name: "Make Changes" }).click()
  const contact = page.getByRole("dialog", { name: "Contact Information" })
  await contact.getByLabel("Phone Number").fill("401")
  await contact.getByRole("button", { name: "Save changes" }).click()
  await contact.getByLabel("Phone Number").fill("(401) 555-0100")
  await contact.getByRole("button", { name: "Save changes" }).click()
  await expect(page.getByText("Your contact information was saved.")).toBeVisible()
  await page.getByRole("button", { name: "Change Password" }).click()
  const password = page.getByRole("dialog", { name: "Change Password" })
  for (const old of ["Anchor-2025", "Anchor-2026"]) {
    await password.getByLabel("Old password", { exact: true }).fill(old)
    await password.getByLabel("New password", { exact: true }).fill("Lantern-2027")
    await password.getByLabel("Confirm password", { exact: true }).fill("Lantern-2027")
    await password.getByRole("button", { name: "Save changes" }).click()
    if (old === "Anchor-2025") {
      await expect(password.getByText("Your old password is not correct.")).toBeVisible()
    }
  }
  await expect(page.getByText("You have been logged out everywhere else.")).toBeVisible()
  const main = page.getByRole("main")
  await main.getByRole("button", { name: "Unsubscribe" }).click()
  await main.getByRole("button", { name: "Resubscribe" }).click()
  await expect(main.getByText("You are subscribed to transaction emails again.")).toBeVisible()
  await expectTranslated(page)
})

test("ACCESS-13 staff view a customer's payments and prepare a refund on a translated page @own-app @phone @prove", async ({
  app,
  page,
  login,
}) => {
  const due = { username: "james.okafor", client: "harbor", policyNumber: "4003120956" }
  const confirmationNumber = await app.ask("pay", due)
  await app.ask("releaseSecondFactor", "agent.osei")
  await login("support", "agent.osei")
  await find(page, "Payment confirmation number", confirmationNumber)
  await expect(page.getByText("Comments")).toBeVisible()
  await expectTranslated(page)
  const payments = await openPaymentsOf(page, "James Okafor")
  await expect(payments.getByText(confirmationNumber)).toBeVisible()
  await expectTranslated(page)
  await payments.getByRole("button", { name: /^Refund/ }).click()
  const dialog = page.getByRole("dialog", { name: "Refund a payment" })
  await dialog.getByLabel("Refund amount").fill("99999")
  await button(page, "Continue").click()
  await expect(dialog.getByText("Please enter an amount between $0.01")).toBeVisible()
  await expectTranslated(page)
  await dialog.getByLabel("Refund amount").fill("10")
  await dialog.getByLabel("Reason").fill("Paid twice")
  await dialog.getByLabel("What the customer owes afterward").selectOption("credit")
  await button(page, "Continue").click()
  await expect(dialog.getByText("You refund $10.00 to")).toBeVisible()
  await expectTranslated(page)
  await button(page, "Refund $10.00").click()
  await expect(payments.getByText("$10.00, Refunded")).toBeVisible()
  await expectTranslated(page, /\. The customer gets an email|^We refunded /)
})

test("ACCESS-13 staff find a customer by username and act for them on translated pages @phone @prove", async ({
  context,
  page,
  login,
}) => {
  context.on("page", (opened) => void translatePages(opened))
  await login("support", "agent.kim")
  for (const username of ["walter.brandt", "maria.santos"]) {
    await find(page, "Username", username)
    await expect(page.getByText("Harbor Mutual").last()).toBeVisible()
    await expectTranslated(page)
  }
  for (const action of ["Reset Password", "Change Email", "Delete Account"]) {
    await page.getByRole("button", { name: action }).click()
    await expect(page.getByRole("dialog")).toContainText("Maria Santos")
    await expectTranslated(page)
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  }
  const customerSite = await actFor(page, "maria.santos")
  await expect(bannerOf(customerSite)).toContainText("Maria Santos")
  await expectTranslated(customerSite)
})

test("ACCESS-13 staff give a credit that a second staff member approves on translated pages @phone @prove", async ({
  app,
  page,
  login,
  anotherPage,
}) => {
  await app.ask("releaseSecondFactor", "agent.osei")
  await login("support", "agent.osei")
  const product = await openBillsOfJames(page, "4003120956")
  await expectTranslated(page)
  await product.getByRole("button", { name: /^Give a credit/ }).click()
  const dialog = page.getByRole("dialog", { name: "Give a credit" })
  await dialog.getByLabel("Amount").fill("120")
  await dialog.getByLabel("Reason").fill("Letter came late")
  await expectTranslated(page)
  await button(page, "Continue").click()
  await expect(dialog.getByText("You give a credit of $120.00 for")).toBeVisible()
  await expectTranslated(page)
  await button(page, "Give the credit of $120.00").click()
  const waiting = (at: Page) =>
    at.getByRole("region", { name: "Credits and write-offs waiting for approval" })
  await expect(waiting(page).getByRole("listitem")).toHaveCount(1)
  await expectTranslated(page, / needs the approval /)
  const moreau = await anotherPage()
  await translatePages(moreau)
  await login("support", "agent.moreau", moreau)
  await waiting(moreau).getByRole("button", { name: "Approve" }).click()
  await expect(moreau.getByRole("dialog")).toContainText("Credit of $120.00: James Okafor")
  await expectTranslated(moreau)
  await button(moreau, "Approve the credit of $120.00").click()
  await expect(waiting(moreau)).toHaveCount(0)
  await openBillsOfJames(moreau, "4003120956")
  await expect(moreau.getByText("decided by agent.moreau")).toBeVisible()
  await expectTranslated(moreau)
})

test("ACCESS-13 staff decide about a customer whose email address changed on translated pages @phone @prove", async ({
  page,
  login,
  anotherPage,
}) => {
  await login("support", "agent.kim")
  await find(page, "Username", "dorothy.lindqvist")
  await page.getByRole("button", { name: "Change Email" }).click()
  await page.getByLabel("New email").fill("dorothy.new@example.com")
  await button(page, "Save Changes").click()
  await expect(page.getByText("is now dorothy.new@example.com")).toBeVisible()
  await expectTranslated(page, / is now /)
  const moreau = await anotherPage()
  await translatePages(moreau)
  await login("support", "agent.moreau", moreau)
  await find(moreau, "Username", "dorothy.lindqvist")
  await moreau.getByRole("button", { name: "Reset Password" }).click()
  await button(moreau, "Send link").click()
  const approvals = (at: Page) => at.getByRole("region", { name: "Waiting for approval" })
  await expect(approvals(moreau)).toContainText("Reset Password: Dorothy Lindqvist")
  await expectTranslated(moreau, /a second staff member must approve/)
  const osei = await anotherPage()
  await translatePages(osei)
  await login("support", "agent.osei", osei)
  await approvals(osei).getByRole("button", { name: "Approve" }).click()
  await expect(osei.getByRole("dialog")).toContainText("Reset Password: Dorothy Lindqvist")
  await expectTranslated(osei)
})

test("ACCESS-13 staff view the ledger and the status on translated pages @own-app @phone @prove", async ({
  app,
  page,
  login,
}) => {
  await app.ask("pay", { username: "james.okafor", client: "harbor", policyNumber: "4003120956" })
  await app.ask("giveRoles", { userid: "agent.kim", roles: ["look", "money"] })
  await login("support", "agent.kim")
  await button(page, "Ledger").click()
  await page.getByLabel("Client", { exact: true }).selectOption({ label: "Harbor Mutual" })
  await page.getByLabel("From").fill("2026-03-01")
  await page.getByLabel("To", { exact: true }).fill("2026-03-31")
  await button(page, "Show Ledger").click()
  await expect(page.getByRole("heading", { name: "By day" })).toBeVisible()
  await expectTranslated(page)
  await page.getByRole("link", { name: "Status" }).first().click()
  await expect(page.getByText("As of")).toBeVisible()
  await expectTranslated(page)
})
