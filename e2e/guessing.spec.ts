import type { Page } from "@playwright/test"
import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { ana, giveName, heading, identify, verify } from "./registration-steps.ts"
import { codeField, typeCredentials } from "./sign-in-steps.ts"

const subject = "Do you want to log in"

test("GUESS-04 while strangers guess a password, the person logs in with a new browser by the emailed link @prove", async ({
  page,
  site,
  anotherPage,
  readEmail,
  readCode,
}) => {
  // The test needs two browsers, two emails and twenty guesses.
  test.slow()
  const stranger = await anotherPage()
  await stranger.goto(site("harbor"))
  await guess(stranger, "grace.adeyemi", 20)

  await page.goto(site("harbor"))
  await typeCredentials(page, "grace.adeyemi")
  const signIn = page.getByRole("button", { name: "Log In" })
  await signIn.click()
  const told = page.getByRole("heading", { name: "Check your email" })
  await expect(told).toBeFocused()
  await expect(page.getByText("we emailed a link to the address on file")).toBeVisible()
  await expect(page.getByRole("link", { name: /^\(?\d/ }).first()).toBeVisible()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("grace.adeyemi")
  await axeCheck(page)

  const email = await readEmail("grace.adeyemi", subject)
  expect(email.text).toContain("Someone may be guessing your password")
  const link = linkIn(email.text)
  const tab = await page.context().newPage()
  await tab.goto(link)
  await expect(tab.getByRole("heading", { name: "Let this browser log in" })).toBeVisible()
  expect(tab.url()).toBe(`${site("harbor")}/log-in-link`)
  await axeCheck(tab)

  // An email scanner also opens the link, which does not use it up.
  const scanner = await anotherPage()
  await scanner.goto(link)
  await expect(scanner.getByRole("heading", { name: "Let this browser log in" })).toBeVisible()

  await tab.getByRole("button", { name: "Continue to log in" }).click()
  await expect(tab.getByText("You can now try again in this browser.")).toBeVisible()
  await expect(tab.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  await tab.close()

  await signIn.click()
  await codeField(page).fill(await readCode("grace.adeyemi"))
  await page.getByRole("button", { name: "Confirm Code" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)

  await scanner.getByRole("button", { name: "Continue to log in" }).click()
  await expect(scanner.getByText("This link has been used, has expired")).toBeVisible()
  await expect(scanner.getByRole("heading", { name: "Please log in" })).toBeVisible()
  await axeCheck(scanner)
  await scanner.getByRole("link", { name: "Go to login" }).click()
  await expect(scanner.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
})

test("GUESS-06 while strangers guess a security answer, the person continues by the emailed link @prove", async ({
  page,
  site,
  anotherPage,
  readEmail,
}) => {
  test.slow()
  const stranger = await anotherPage()
  for (let n = 0; n < 5; n += 1) {
    await answer(stranger, site("harbor"), "maria.santos", "Lisbon")
    await expect(stranger.getByText("If your answer is correct, we have sent")).toBeVisible()
  }
  await answer(page, site("harbor"), "maria.santos", "Azores Street")
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused()
  await expect(page.getByLabel("Your answer")).toHaveValue("Azores Street")
  await axeCheck(page)

  const tab = await page.context().newPage()
  await tab.goto(linkIn((await readEmail("maria.santos", subject)).text))
  await tab.getByRole("button", { name: "I forgot my password" }).click()
  await expect(tab.getByRole("heading", { name: "Forgot your password?" })).toBeVisible()
  await expect(tab.getByText("You can now try again in this browser.")).toBeVisible()
  await tab.close()

  await page.getByRole("button", { name: "Submit" }).click()
  await expect(page.getByText("If your answer is correct, we have sent")).toBeVisible()
  await readEmail("maria.santos", "Reset your Harbor Mutual password")
})

test("GUESS-04 the link's page without a token accepts a pasted link and links to the login", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/log-in-link`)
  const link = page.getByLabel("Link from the email")
  await link.fill(`${site("harbor")}/log-in-link`)
  await link.press("Enter")
  await expect(page.getByText("This is not the whole link.")).toBeVisible()
  await axeCheck(page)
  await link.fill(` <${site("harbor")}/log-in-link#${"a".repeat(43)}>`)
  await link.press("Enter")
  await expect(page.getByRole("heading", { name: "Let this browser log in" })).toBeVisible()
  await page.goto(`${site("harbor")}/log-in-link%23${"b".repeat(43)}.`)
  await expect(page.getByRole("heading", { name: "Let this browser log in" })).toBeVisible()
  await page.goto(`${site("harbor")}/log-in-link`)
  await expect(page.getByRole("heading", { name: "Please log in" })).toBeVisible()
  await page.getByRole("link", { name: "Go to login" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/`)
})

test("GUESS-09 after strangers use up the codes, the person registers by the emailed link @prove", async ({
  page,
  site,
  anotherPage,
  readEmail,
  readCode,
  advance,
}) => {
  test.slow()
  for (let n = 0; n < 2; n += 1) {
    const stranger = await anotherPage()
    await stranger.goto(`${site("harbor")}/account-details`)
    await identify(stranger, ana)
    await expect(heading(stranger, "Personal Information")).toBeVisible()
    await useUpCodes(stranger)
    for (let read = 0; read < 5; read += 1) await readCode(ana.email)
  }

  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, ana)
  await giveName(page, ana)
  await expect(page.getByText("If the address you entered is the one")).toBeVisible()
  const email = await readEmail(ana.email, "Do you want to register")
  const tab = await page.context().newPage()
  await tab.goto(linkIn(email.text))
  await expect(tab.getByRole("heading", { name: "Let this browser register" })).toBeVisible()
  expect(tab.url()).toBe(`${site("harbor")}/log-in-link`)
  await axeCheck(tab)
  await tab.getByRole("button", { name: "Continue to register" }).click()
  await expect(tab.getByText("You can now try again in this browser.")).toBeVisible()
  await expect(heading(tab, "Identification Information")).toBeVisible()

  await tab.goto(linkIn(email.text))
  await tab.getByRole("button", { name: "Continue to register" }).click()
  await expect(tab.getByRole("heading", { name: "Please register again" })).toBeVisible()
  await axeCheck(tab)
  await tab.close()

  await advance({ minutes: 1 })
  await page.getByRole("button", { name: "Request another code" }).click()
  await expect(page.getByText("SUCCESS")).toBeVisible()
  await verify(page, await readCode(ana.email))
  await expect(heading(page, "Login Credentials")).toBeVisible()
})

/** Requests five codes without waiting, as a stranger with number, name and address could. */
async function useUpCodes(page: Page): Promise<void> {
  const statuses = await page.evaluate(
    async ({ planNumber, firstName, lastName, email }) => {
      const answered: number[] = []
      for (const initial of ["", " A.", " B.", " C.", " D."]) {
        // Another spelling bypasses the pause.
        const person = { firstName: firstName + initial, lastName, email }
        const rest = { destinationType: "email", phase: "registration", clientName: "" }
        const body = JSON.stringify({ client: "harbor", planNumber, ...person, ...rest })
        const headers = { "content-type": "application/json" }
        const sent = { method: "POST", headers, body }
        answered.push((await fetch("/appauth/registration/personalInfo", sent)).status)
      }
      return answered
    },
    { ...ana },
  )
  expect(statuses).toEqual(Array(5).fill(200))
}

async function answer(page: Page, site: string, username: string, text: string): Promise<void> {
  await page.goto(`${site}/forgot-password`)
  await page.getByLabel("Username", { exact: true }).fill(username)
  await page.getByRole("button", { name: "Next: Security Verification" }).click()
  await page.getByLabel("Your answer").fill(text)
  await page.getByRole("button", { name: "Submit" }).click()
}

/** Sends wrong passwords as this site's form does. */
async function guess(page: Page, username: string, times: number): Promise<void> {
  const sent = page.waitForRequest("**/appauth/login")
  await typeCredentials(page, username, "Wrong-2026")
  await page.getByRole("button", { name: "Log In" }).click()
  const body = (await sent).postData()
  expect((await (await sent).response())?.status()).toBe(401)
  const statuses = await page.evaluate(
    async ({ body, times }) => {
      const headers = { "content-type": "application/json" }
      const answered: number[] = []
      for (let n = 1; n < times; n += 1) {
        answered.push((await fetch("/appauth/login", { method: "POST", headers, body })).status)
      }
      return answered
    },
    { body, times },
  )
  expect(statuses).toEqual(Array(times - 1).fill(401))
}

function linkIn(text: string): string {
  return text.match(/http\S+\/log-in-link#[\w-]+/)?.[0] ?? ""
}
