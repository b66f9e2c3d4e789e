import type { Locator, Page } from "@playwright/test"
import type { AppProcess } from "./app-process.ts"
import { frameField, openAddress } from "./card-form.ts"
import { expect } from "./fixtures.ts"
import { ana, giveName, identify, verify } from "./registration-steps.ts"
import { typeCredentials } from "./sign-in-steps.ts"
import { actFor, find, openPaymentsOf } from "./staff.ts"

/** The fixtures for opening a state of a screen. */
export interface Tools {
  page: Page
  app: AppProcess
  port: number
  site(name: string): string
  login(siteName: string, username: string): Promise<void>
  readCode(usernameOrAddress: string): Promise<string>
  readEmail(usernameOrAddress: string): Promise<{ text: string }>
}

export interface ScreenState {
  name: string
  /** Opens the state. Returns its page if that is not the page of the test. */
  open(tools: Tools): Promise<Page | undefined>
  /** Names of buttons that open a dialog from here. */
  dialogs?: readonly (string | RegExp)[]
  /** Tags of its test, such as "@own-app". */
  tags?: readonly string[]
}

type Open = (tools: Tools) => Promise<Page | undefined> | Promise<void>

export function state(name: string, open: Open, dialogs: ScreenState["dialogs"] = []): ScreenState {
  return { name, dialogs, open: async (tools) => (await open(tools)) ?? undefined }
}

export function at(siteName: string, path: string): Open {
  return async ({ page, site }) => {
    await page.goto(site(siteName) + path)
  }
}

export function as(username: string, path: string, siteName = "harbor"): Open {
  return async ({ page, site, login }) => {
    await login(siteName, username)
    if (path !== "/dashboard") await page.goto(site(siteName) + path)
  }
}

/** The state after the day of an auto pay charge, which the demo's gateway declines. */
export function onChargeDay(name: string, username: string, path: string): ScreenState {
  const opened = state(name, async (tools) => {
    // The first run announces the charge ten days ahead.
    await tools.app.ask("billingRun", undefined)
    await tools.app.ask("advance", { days: 10 })
    await tools.app.ask("billingRun", undefined)
    await as(username, path)(tools)
    await tools.page.getByRole("region", { name: /^Auto Pay (did not|is suspended)/ }).waitFor()
  })
  return { ...opened, tags: ["@own-app"] }
}

export function staff(): Open {
  return async ({ page, login }) => {
    await login("support", "agent.kim")
    await page.getByLabel("Search by").waitFor()
  }
}

export function acting(path: string): Open {
  return async (tools) => {
    await staff()(tools)
    const customerSite = await actFor(tools.page, "maria.santos")
    if (path !== "/dashboard") await customerSite.goto(tools.site("harbor") + path)
    return customerSite
  }
}

export function payNow(username: string, siteName = "harbor"): Open {
  return async (tools) => {
    await as(username, "/payment-center/products", siteName)(tools)
    await tools.page.getByRole("button", { name: "Pay Now" }).first().click()
    await tools.page.getByRole("heading", { level: 1, name: "Pay Now" }).waitFor()
  }
}

/** Opens the form of a new card. */
async function newCard(tools: Tools): Promise<Locator> {
  await as("maria.santos", "/payment-center/payment-methods")(tools)
  await tools.page.getByRole("button", { name: "Add Payment Method" }).click()
  return tools.page.getByRole("dialog")
}

export async function wrongCard(tools: Tools) {
  const form = await newCard(tools)
  await frameField(form, "number").fill("4242 4242 4242 4243")
  await frameField(form, "number").press("Enter")
  await form.getByRole("alert").filter({ hasText: "Error." }).waitFor()
}

export async function openedAddress(tools: Tools) {
  await openAddress(await newCard(tools))
}

export async function withoutFrames(tools: Tools) {
  await tools.page.route("**/paymentGateway", (route) => route.fulfill({ status: 404 }))
  await (await newCard(tools)).getByRole("button", { name: "Try again" }).waitFor()
}

export async function askQuestion({ page, site }: Tools) {
  await page.goto(`${site("harbor")}/forgot-password`)
  await page.getByLabel("Username", { exact: true }).fill("grace.adeyemi")
  await page.keyboard.press("Enter")
  await page.getByLabel("Your answer").waitFor()
}

const steps = ["Personal Information", "Account Verification", "Login Credentials"] as const

export function registration(step: (typeof steps)[number]): Open {
  return async ({ page, site, readCode }) => {
    await page.goto(`${site("harbor")}/account-details`)
    await identify(page, ana)
    const heading = (name: string) => page.getByRole("heading", { level: 1, name })
    await heading("Personal Information").waitFor()
    if (step === "Personal Information") return
    await giveName(page, ana)
    await heading("Account Verification").waitFor()
    if (step === "Account Verification") return
    await verify(page, await readCode(ana.email))
    await expect(heading("Login Credentials")).toBeVisible()
  }
}

/** Pays the open bill, so it comes after the states that need an open bill. */
export async function paid(tools: Tools) {
  await payNow("maria.santos")(tools)
  const { page } = tools
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await page.getByRole("dialog", { name: "Payment Successful" }).waitFor()
}

/** Opens the profile after the one-time code of the login has expired. */
export async function askForStepUpCode(tools: Tools) {
  await as("maria.santos", "/my-profile")(tools)
  const { page, app } = tools
  await page.getByRole("button", { name: "Change: security question and answer" }).click()
  const dialog = page.getByRole("dialog", { name: "Change Security Q&A" })
  await dialog.getByLabel("Security question").selectOption({ index: 2 })
  await dialog.getByLabel("Security answer").fill("Lighthouse keeper")
  await app.ask("advance", { minutes: 11 })
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await page.getByRole("dialog", { name: "Check your email" }).waitFor()
}

export async function warnedOfIdleness(tools: Tools) {
  const { page } = tools
  await page.clock.install()
  await as("maria.santos", "/dashboard")(tools)
  await page.getByRole("heading", { name: "Payments Due" }).waitFor()
  await page.clock.runFor(13.5 * 60_000)
  await page.getByRole("dialog", { name: "Are you still there?" }).waitFor()
  // The warning must stay, even if checking it takes minutes.
  await page.clock.setFixedTime(await page.evaluate(() => Date.now()))
}

export async function setUpAuthenticator({ page, site }: Tools) {
  await page.goto(site("support"))
  await typeCredentials(page, "agent.osei")
  await page.getByRole("button", { name: "Log In" }).click()
  await page.getByRole("heading", { name: "Set up an authenticator app" }).waitFor()
}

/** Opens payments and bills of a customer, for staff who refund, credit and write off. */
export async function moneyOf(tools: Tools) {
  const { page, app } = tools
  await app.ask("giveRoles", { userid: "agent.kim", roles: ["look", "serve", "money"] })
  await staff()(tools)
  await find(page, "Username", "james.okafor")
  await openPaymentsOf(page, "James Okafor")
  await page.getByText("4003120956").first().waitFor()
}

/** Pays James's amount due, unless it is already paid. */
export async function payDue({ app }: Tools) {
  const due = { username: "james.okafor", client: "harbor", policyNumber: "4003120956" }
  await app.ask("pay", due).catch(() => undefined)
}

export async function openResetLink(tools: Tools) {
  const { page, readEmail } = tools
  await askQuestion(tools)
  await page.getByLabel("Your answer").fill("ibadan")
  await page.getByRole("button", { name: "Submit" }).click()
  const { text } = await readEmail("grace.adeyemi")
  await page.goto(/http\S+\/reset-password\/\S+/.exec(text)?.[0] ?? "")
  await page.getByLabel("New password", { exact: true }).waitFor()
}
