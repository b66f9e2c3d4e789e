import type { Browser, Page } from "@playwright/test"
import { botText } from "#contracts/identity/captcha.ts"
import { requiredText } from "#contracts/required-field.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { codeField, failure, kept, typeCredentials } from "./sign-in-steps.ts"

const linkSent = "we have sent an email with a link to reset your password"

test("RECOVER-04 RECOVER-05 RECOVER-07 RECOVER-08 RECOVER-09 SECRET-40 a person sets a new password", {
  tag: "@older",
}, async ({ page, browser, site, readEmail }) => {
  await page.goto(`${site("harbor")}/forgot-password`)
  await expect(page).toHaveTitle("Harbor Mutual Forgot Password")
  await axeCheck(page)
  await answerQuestion(page, site("harbor"))
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByText(linkSent)).toBeVisible()

  const link = linkIn((await readEmail("grace.adeyemi")).text)
  await page.goto(link)
  await setPassword(page, link)
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  await expect(page.getByText("Your password was changed")).toBeVisible()
  expect(await kept(page, "customerLoginIp")).toBe("127.0.0.1")

  await useLinkAgain(browser, link)
})

/** Names the user, and answers the security question. */
async function answerQuestion(page: Page, origin: string) {
  const next = page.getByRole("button", { name: "Next: Security Verification" })
  await next.click()
  await expect(page.getByText(requiredText)).toBeVisible()
  await page.getByLabel("Username", { exact: true }).fill("grace.adeyemi")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`${origin}/forgot-password-security-question`)
  await expect(page.getByText("In which city or town were you born?")).toBeVisible()
  await axeCheck(page)
  await page.getByRole("button", { name: "Submit" }).click()
  await expect(page.getByText(requiredText)).toBeVisible()
  const typedAnswer = page.getByLabel("Your answer")
  await expect(typedAnswer, "as typed on a phone").toHaveAttribute("autocorrect", "off")
  await expect(typedAnswer).toHaveAttribute("spellcheck", "false")
  await typedAnswer.fill("ibadan")
  const answered = page.waitForRequest("**/appauth/forgotPassword")
  await page.keyboard.press("Enter")
  expect((await answered).postDataJSON()).toEqual({
    securityAnswer: "ibadan",
    username: "grace.adeyemi",
    hostName: "harbor.localhost",
    isCustomerUser: true,
  })
}

/** Sets a new password, after one that is easy to guess. */
async function setPassword(page: Page, link: string) {
  await expect(page).toHaveTitle("Harbor Mutual Reset Password")
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible()
  expect(page.url()).not.toContain(ticketOf(link))
  const newPassword = page.getByLabel("New password", { exact: true })
  const confirmation = page.getByLabel("Confirm password", { exact: true })
  for (const field of [newPassword, confirmation]) await field.fill("Adeyemi1960")
  await page.keyboard.press("Enter")
  await expect(page.getByText("This password is easy to guess.")).toBeVisible()
  await expect(newPassword).toHaveValue("Adeyemi1960")
  await axeCheck(page)
  for (const field of [newPassword, confirmation]) await field.fill("Lighthouse-70417")
  const reset = page.waitForRequest("**/appauth/resetPassword")
  const information = page.waitForRequest("**/appauth/userInformation")
  await page.keyboard.press("Enter")
  expect((await reset).postDataJSON()).toEqual({
    password: "Lighthouse-70417",
    ticket: ticketOf(link),
    hostName: "harbor.localhost",
    client: "harbor",
  })
  expect((await information).postDataJSON()).toMatchObject({
    username: "grace.adeyemi",
    isCustomerUser: false,
    client: "harbor",
    clientLoginIp: "127.0.0.1",
  })
}

/** Opens the used link in another browser, and signs in there. */
async function useLinkAgain(browser: Browser, link: string) {
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByText("This link to reset your password has been used")).toBeVisible()
  await axeCheck(other)
  await other.getByRole("link", { name: "Back to login" }).click()
  await typeCredentials(other, "grace.adeyemi", "Lighthouse-70417")
  await other.getByRole("button", { name: "Log In" }).click()
  await expect(codeField(other)).toBeVisible()
  await elsewhere.close()
}

test("RECOVER-07 the reset form shows its live checklist and requires a valid password @phone @prove", async ({
  page,
  site,
}) => {
  await acceptTicket(page)
  await page.goto(`${site("harbor")}/reset-password/some-ticket`)
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible()
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden()
  const submit = page.getByRole("button", { name: "Submit new password" })
  await expect(submit).toBeDisabled()
  await axeCheck(page)
  const newPassword = page.getByLabel("New password", { exact: true })
  await newPassword.focus()
  await page.getByLabel("Confirm password", { exact: true }).focus()
  await expect(page.getByText(requiredText)).toBeVisible()
  const long = "Lighthouse-70417".padEnd(201, "x")
  for (const label of ["New password", "Confirm password"]) {
    await page.getByLabel(label, { exact: true }).fill(long)
  }
  await expect(page.getByText("Please use at most 200 characters. These are 201.")).toHaveCount(2)
  await expect(submit).toBeDisabled()
  await expect(page.getByText("The password is complete.")).toBeHidden()
  await page.getByLabel("Confirm password", { exact: true }).fill("")
  await newPassword.fill("Lighthouse-70417")
  await page.getByRole("button", { name: "Show new password" }).click()
  await expect(newPassword).toHaveAttribute("type", "text")
  await expect(submit).toBeDisabled()
  await expect(page.getByText("To continue, enter the same password twice.")).toBeVisible()
  await page.getByLabel("Confirm password", { exact: true }).fill("Lighthouse-70417")
  await expect(submit).toBeEnabled()
  await axeCheck(page)
  await expect(page.getByRole("link", { name: "Back to login" })).toBeVisible()
})

test("RECOVER-05 a person without a security question does not have to answer one @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/forgot-password-security-question`)
  await expect(page).toHaveURL(`${site("harbor")}/`)
})

test("RECOVER-05 RECOVER-09 SESSION-12 a wrong answer does not send an email, and a question is valid once @phone @prove", async ({
  page,
  site,
  advance,
}) => {
  await askQuestion(page, site("harbor"), "james.okafor")
  await page.getByLabel("Your answer").fill("Paris")
  await page.getByRole("button", { name: "Submit" }).click()
  await expect(page.getByText(linkSent)).toBeVisible()
  // The question and the username are no longer stored.
  await page.goBack()
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await page.goBack()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("")

  await askQuestion(page, site("harbor"), "james.okafor")
  await advance({ minutes: 16 })
  await page.getByLabel("Your answer").fill("Enugu")
  await page.getByRole("button", { name: "Submit" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/forgot-password`)
  await expect(page.getByText("Please enter your username again")).toBeVisible()
})

test("RECOVER-09 the tab keeps a valid link across a reload, and another tab needs it again @prove", async ({
  page,
  context,
  site,
}) => {
  await acceptTicket(page)
  let checks = 0
  page.on("request", (request) => {
    if (request.url().endsWith("/appauth/resetPassword/ticket")) checks += 1
  })
  await page.goto(`${site("harbor")}/reset-password/some-ticket`)
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible()
  expect(checks, "calls for one opening").toBe(1)
  const checked = page.waitForRequest("**/appauth/resetPassword/ticket")
  await page.reload()
  expect((await checked).postDataJSON()).toEqual({ ticket: "some-ticket" })
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${site("harbor")}/reset-password/ticket`)
  const shared = await page.evaluate(() => JSON.stringify([history.state, { ...localStorage }]))
  expect(shared).not.toContain("some-ticket")

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByText("Please open the link in your email again.")).toBeVisible()
  await axeCheck(other)
  await other.getByRole("link", { name: "Request a new link" }).click()
  await expect(other).toHaveURL(`${site("harbor")}/forgot-password`)
})

test("RECOVER-06 a person who is taken for a bot sees an alert, and nothing is sent @prove", async ({
  page,
  site,
}) => {
  await page.route("**/appauth/security/bot", (route) => route.fulfill({ json: { isBot: true } }))
  let calls = 0
  await page.route("**/appauth/forgotPassword/**", async (route) => {
    calls += 1
    await route.continue()
  })
  await page.goto(`${site("harbor")}/forgot-password`)
  await page.getByLabel("Username", { exact: true }).fill("maria.santos")
  const next = page.getByRole("button", { name: "Next: Security Verification" })
  await next.click()
  await expect(page.getByRole("alert").getByText(botText)).toBeVisible()
  const line = page.locator("form").getByRole("status").filter({ hasText: botText })
  const [text, icon] = await Promise.all([
    line.boundingBox(),
    line.locator("xpath=preceding-sibling::*").boundingBox(),
  ])
  expect(text?.y, "beside its icon").toBeLessThan((icon?.y ?? 0) + (icon?.height ?? 0))
  await axeCheck(page)
  await next.click()
  await expect(page.getByRole("alert").getByText(botText)).toBeVisible()
  expect(calls).toBe(0)
})

test("RECOVER-06 a failed check can be repeated @prove", async ({ page, site }) => {
  await page.route(
    "**/appauth/security/challenge?*",
    (route) => route.fulfill({ status: 429, json: failure("Please wait.") }),
    { times: 1 },
  )
  await page.goto(`${site("harbor")}/forgot-password`)
  await expect(page.getByText("We could not complete the security check.")).toBeVisible()
  await axeCheck(page)
  await page.getByRole("button", { name: "Check again" }).click()
  await expect(page.getByText("Security check passed.")).toBeVisible()
})

test("RECOVER-04 RECOVER-07 RECOVER-08 RECOVER-10 a member of a group chooses their union and continues at its host @prove", async ({
  page,
  site,
  readEmail,
}) => {
  await page.goto(`${site("trades")}/forgot-username`)
  await expect(page.getByLabel("Union").locator("option").first()).toHaveText("Select your union")
  await page.goto(`${site("trades")}/forgot-password`)
  await page.getByLabel("Username", { exact: true }).fill("tom.reilly")
  await page.getByRole("button", { name: "Next: Security Verification" }).click()
  await expect(page.getByText("Please choose your union.")).toBeVisible()
  await page.getByLabel("Union").selectOption("electricians")
  await page.getByRole("button", { name: "Next: Security Verification" }).click()
  await page.getByLabel("Your answer").fill("Georgia Avenue")
  await page.getByRole("button", { name: "Submit" }).click()
  await expect(page.getByText(linkSent)).toBeVisible()

  await page.goto(linkIn((await readEmail("tom.reilly")).text))
  const union = page.getByLabel("Union")
  await expect(union.locator("option").first()).toHaveText("Select your union")
  await expect(union).toHaveValue("electricians")
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue("tom.reilly")
  await union.selectOption("")
  await page.getByLabel("New password", { exact: true }).fill("Lighthouse-70417")
  await page.getByLabel("Confirm password", { exact: true }).fill("Lighthouse-70417")
  const submit = page.getByRole("button", { name: "Submit new password" })
  await expect(submit).toBeDisabled()
  await union.selectOption("steelworkers")
  await submit.click()
  await expect(
    page.getByText("This link to reset your password is for another union."),
  ).toBeVisible()
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("Lighthouse-70417")
  await union.selectOption("electricians")
  await submit.click()
  await expect(page).toHaveURL(`${site("electricians")}/dashboard`)
  await expect(page.getByRole("heading", { name: "Welcome, Tom Reilly" })).toBeVisible()
})

async function askQuestion(page: Page, address: string, username: string) {
  await page.goto(`${address}/forgot-password`)
  await page.getByLabel("Username", { exact: true }).fill(username)
  await page.getByRole("button", { name: "Next: Security Verification" }).click()
  await page.getByLabel("Your answer").waitFor()
}

/** Accepts any link, so that the form opens without an email. */
async function acceptTicket(page: Page) {
  const json = { client: "harbor", username: "maria.santos", messages: [] }
  await page.route("**/appauth/resetPassword/ticket", (route) => route.fulfill({ json }))
}

function linkIn(text: string): string {
  return text.match(/http\S+\/reset-password\/\S+/)?.[0] ?? ""
}

function ticketOf(link: string): string {
  return link.split("/").at(-1) ?? ""
}
