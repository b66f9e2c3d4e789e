import type { Page } from "@playwright/test"
import { reactivationText } from "#contracts/messages/registration.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import {
  ana,
  chooseCredentials,
  completeButton,
  giveName,
  heading,
  identify,
  next,
  planNumberField,
  sam,
  verify,
  walter,
} from "./registration-steps.ts"
import { codeField, expectNothingPersonal, kept, pressLogout } from "./sign-in-steps.ts"

test("REGISTER-01 REGISTER-02 REGISTER-03 REGISTER-04 REGISTER-05 REGISTER-09 SESSION-12 LOGIN-18 ACCESS-12 a person goes back a step with the typed fields, corrects their address, registers and is signed in", {
  tag: ["@phone", "@older"],
}, async ({ page, site, readCode, isMobile }) => {
  await page.goto(site("harbor"))
  await page.getByRole("link", { name: "Register" }).click()
  await identifyAna(page)
  await giveNameAndCorrect(page, site("harbor"))

  await expect(heading(page, "Account Verification")).toBeFocused()
  await expect(next(page)).toBeDisabled()
  await expect(page.getByText("To continue, enter your code and press Confirm Code.")).toBeVisible()
  await axeCheck(page)
  await codeField(page).fill(await readCode(ana.email))
  await page.keyboard.press("Enter")
  await expect(page.getByText("You are verified")).toBeVisible()
  await expect(next(page)).toBeEnabled()
  await expect(next(page)).toBeFocused()
  await axeCheck(page)
  await page.keyboard.press("Enter")

  await completeRegistration(page)
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  await expect(page.getByRole("heading", { name: "Welcome, Ana Duarte" })).toBeVisible()
  expect(await kept(page, "user")).toMatchObject({ userid: "ana.duarte_harbor" })

  await page.goBack()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  await expect(page.getByRole("heading", { name: "Welcome, Ana Duarte" })).toBeVisible()

  await pressLogout(page, isMobile)
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expectNothingPersonal(page, /Ana|Duarte|4000000017/i)
})

/** Reads the first step, and identifies the person. */
async function identifyAna(page: Page) {
  await expect(page).toHaveTitle("Harbor Mutual Registration: Identification Information")
  await expect(heading(page, "Identification Information")).toBeFocused()
  const steps = page.getByRole("navigation", { name: "Steps" }).getByRole("listitem")
  await expect(steps).toHaveText([
    /Identification Information/,
    /Personal Information/,
    /Account Verification/,
    /Login Credentials/,
  ])
  await expect(steps.first()).toHaveAttribute("aria-current", "step")
  await expect(page.getByText("You have at least 30 minutes to finish.")).toBeVisible()
  await expect(page.getByText("Security check passed.")).toBeVisible()
  await axeCheck(page)
  const first = page.waitForRequest("**/appauth/registration/policyNumber")
  await identify(page, ana)
  expect((await first).postDataJSON()).toEqual({ planNumber: ana.planNumber, client: "harbor" })
}

/** Mistypes the email address, goes back to both steps, and corrects it. */
async function giveNameAndCorrect(page: Page, origin: string) {
  await expect(heading(page, "Personal Information")).toBeFocused()
  const title = heading(page, "Personal Information")
  await expect(title).toContainText("Step 2 of 4")
  const gap = await title.evaluate(({ firstElementChild: step, lastElementChild: name }) =>
    step && name ? name.getBoundingClientRect().top - step.getBoundingClientRect().bottom : 0,
  )
  expect(gap).toBeGreaterThan(4)
  await expect(page).toHaveURL(`${origin}/personal-info`)
  await expect(page).toHaveTitle("Harbor Mutual Registration: Personal Information")
  await axeCheck(page)
  const second = page.waitForRequest("**/appauth/registration/personalInfo")
  await giveName(page, { ...ana, email: "ana@example.con" })
  await expect(heading(page, "Account Verification")).toBeFocused()
  await expect(page.getByText("ana@example.con")).toBeVisible()
  await axeCheck(page)
  await page.getByRole("button", { name: "Change the email address" }).click()
  await expect(page.getByLabel("First name")).toHaveValue("Ana")
  await page.getByRole("button", { name: "Back", exact: true }).click()
  await expect(planNumberField(page)).toHaveValue(ana.planNumber)
  await next(page).click()
  await expect(page.getByLabel("Last name")).toHaveValue("Duarte")
  await page.getByLabel("Email", { exact: true }).fill(ana.email)
  await page.reload()
  await next(page).click()
  expect((await second).postDataJSON()).toEqual({
    client: "harbor",
    clientName: "Harbor Mutual",
    planNumber: ana.planNumber,
    firstName: "Ana",
    lastName: "Duarte",
    email: "ana@example.con",
    destinationType: "email",
    phase: "registration",
  })
}

/** Chooses username and password, and completes the registration. */
async function completeRegistration(page: Page) {
  await expect(heading(page, "Login Credentials")).toBeFocused()
  await expect(page).toHaveTitle("Harbor Mutual Registration: Login Information")
  await expect(completeButton(page)).toBeDisabled()
  await axeCheck(page)
  await expect(page.getByText(/^To continue, choose a username.*, and agree to the/)).toBeVisible()
  await chooseCredentials(page, "ana.duarte", "Lighthouse-70417")
  await expect(page.getByText(/^To continue/)).toHaveCount(0)
  await axeCheck(page)
  const last = page.waitForRequest("**/appauth/registration")
  await completeButton(page).click()
  expect((await last).postDataJSON()).toMatchObject({
    hostName: "harbor.localhost",
    policyNumber: ana.planNumber,
    phoneNumber: "",
    zipcode: "",
    username: "ana.duarte",
    securityAnswer: "Lisbon",
    clientLoginIp: "127.0.0.1",
    userDeviceInfo: { userAgent: expect.stringContaining("Mozilla") },
  })
}

test("SESSION-12 in a tab without storage, Back after the logout shows nothing of a registration @prove", {
  tag: "@own-app",
}, async ({ page, site, readCode, isMobile }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The storage is full.", "QuotaExceededError")
    }
  })
  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, ana)
  await giveName(page, ana)
  await verify(page, await readCode(ana.email))
  await chooseCredentials(page, "ana.duarte", "Lighthouse-70417")
  await completeButton(page).click()
  await expect(page.getByRole("heading", { name: "Welcome, Ana Duarte" })).toBeVisible()
  await pressLogout(page, isMobile)
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expectNothingPersonal(page, /Ana|Duarte|4000000017/i)
})

test("REGISTER-01 the popup explains where to find the number @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/account-details`)
  const where = page.getByRole("button", { name: "Where to find your Certificate/Plan Number?" })
  await where.click()
  const popup = page.getByRole("dialog")
  await expect(popup.getByText("on every bill")).toBeVisible()
  await axeCheck(page)
  await popup.getByRole("button", { name: "Close" }).click()
  await expect(where).toBeFocused()
})

test("REGISTER-02 REGISTER-03 REGISTER-04 a step does not open before the previous one @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/personal-info`)
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await page.goto(`${site("harbor")}/account-verification`)
  await expect(page).toHaveURL(`${site("harbor")}/account-details`)
  await page.goto(`${site("harbor")}/sign-in-creds`)
  await expect(page).toHaveURL(`${site("harbor")}/account-details`)
})

test("REGISTER-04 REGISTER-06 REGISTER-07 a banner explains a reactivation, and passwords are never stored @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, walter)
  await giveName(page, walter)
  await verify(page, await readCode(walter.email))
  await expect(page.getByText(reactivationText)).toBeVisible()

  const line = (text: string) => page.getByRole("listitem").filter({ hasText: text })
  const lines = [
    "at least 8 characters in length",
    "at least 1 lowercase letter (a-z)",
    "at least 1 uppercase letter (A-Z)",
    "at least 1 number (i.e. 0-9)",
    "New and Confirm password must match",
  ]
  for (const text of lines) await expect(line(text)).toContainText("missing")
  await page.getByLabel("Password", { exact: true }).fill("lighthouse")
  for (const text of lines.slice(0, 2)) await expect(line(text)).toContainText("done")
  await chooseCredentials(page, "maria.santos", "Lighthouse-70417")
  for (const text of lines) await expect(line(text)).toContainText("done")
  await page.getByLabel("Confirm password", { exact: true }).fill("Lighthouse-80417")
  await expect(completeButton(page)).toBeDisabled()
  await page.getByLabel("Confirm password", { exact: true }).fill("Lighthouse-70417")
  for (const title of ["Terms of Service", "Privacy Policy"]) {
    await page.getByRole("button", { name: `Read the ${title}` }).click()
    await expect(page.getByRole("dialog", { name: title })).toBeVisible()
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
  }

  await completeButton(page).click()
  await expect(page.getByText("This username is taken.")).toBeVisible()
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Lighthouse-70417")
  await page.getByLabel("Username", { exact: true }).fill("walter.brandt")
  await page.getByLabel("Security question").selectOption("2")
  await completeButton(page).click()
  await expect(
    page.getByText("You cannot use your old username and security question again."),
  ).toBeVisible()
  await expect(page.getByLabel("Confirm password", { exact: true })).toHaveValue("Lighthouse-70417")
  await expect(page.getByLabel("Security answer")).toHaveValue("Lisbon")
  await axeCheck(page)
  const stored = await page.evaluate(() =>
    JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toMatch(/Lighthouse|Lisbon/)
  await page.reload()
  await expect(page.getByText(reactivationText)).toBeVisible()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("walter.brandt")
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("")

  await chooseCredentials(page, "walter.b", "Lighthouse-70417")
  await completeButton(page).click()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})

test("REGISTER-01 REGISTER-05 a member of a group chooses their union and continues at its host @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.goto(`${site("trades")}/account-details`)
  await identify(page, sam)
  await expect(page.getByText("Please choose your union.")).toBeVisible()
  await axeCheck(page)
  await page.getByLabel("Union").selectOption({ label: "Steelworkers Local 1104" })
  await next(page).click()
  await giveName(page, sam)
  await verify(page, await readCode(sam.email))
  await chooseCredentials(page, "sam.whitaker", "Lighthouse-70417")
  await completeButton(page).click()
  await expect(page).toHaveURL(`${site("steelworkers")}/dashboard`)
  await expect(page.getByRole("heading", { name: "Welcome, Sam Whitaker" })).toBeVisible()
  await expect(page.getByText("Your account is ready, and you are logged in.")).toBeVisible()
})
