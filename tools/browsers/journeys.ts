import assert from "node:assert/strict"
import { builtWeb } from "#server/page/web.ts"
import { startTestApp } from "#testing/app.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { isFullSize } from "#testing/model-seeds.ts"
import { type BrowserPage, type Visit, visitWith } from "./visit.ts"

interface Journey {
  visit: Visit
  site: string
  readCode(to: string): Promise<string>
}

const widthOf = { desktop: 1280, phone: 390 }

/** Widths in CSS pixels: both at full size, otherwise one. */
export function widths(small: keyof typeof widthOf): number[] {
  return isFullSize ? Object.values(widthOf) : [widthOf[small]]
}

/**
 * Signs in, pays, adds a card and registers in a real browser, as people do on harbor's site. `name` is the
 * prefix of the pictures' names.
 *
 * Errors: an `Error` with the page's content, or with the error that it threw.
 */
export async function walkJourneys(
  name: string,
  openPage: () => Promise<BrowserPage>,
): Promise<void> {
  const app = await startTestApp({ web: await builtWeb(), secondTenant: false, jobs: "timers" })
  try {
    const site = `http://harbor.localhost:${app.port}`
    for (const walk of [signInPayAndAddCard, register]) {
      const page = await openPage()
      try {
        await walk({ visit: visitWith(page, name), site, readCode: app.readCode })
        assert.deepEqual(page.faults, [])
      } finally {
        await page.close()
      }
    }
  } finally {
    await app.close()
  }
}

async function signInPayAndAddCard({ visit, site, readCode }: Journey): Promise<void> {
  const maria = demoPerson("maria.santos")
  await visit.open(site)
  await visit.type("Username", "maria.santos")
  await visit.type("Password", maria.password)
  await visit.picture("1-sign-in")
  await visit.click("Log In")
  await visit.type("One-time code", await readCode(maria.emailAddress))
  await visit.picture("2-code")
  await visit.click("Confirm Code")
  await visit.see("Welcome, Maria Santos")
  await visit.see("$31.20")
  await visit.picture("3-dashboard")

  await visit.click("Pay Now for Cancer Expense Insurance")
  await visit.see("Submit Payment")
  await visit.picture("4-pay-now")
  await visit.click("Submit Payment")
  await visit.see("I Do Not Agree")
  await visit.picture("5-authorization")
  await visit.click("I Agree")
  await visit.see("You paid $31.20")
  await visit.picture("6-paid")
  await visit.click("Done")
  await visit.see("$24.70")

  await visit.open(`${site}/payment-center/payment-methods`)
  await visit.click("Add Payment Method")
  await visit.typeInFrame("Credit Card Number", "378282246310005", "Tab")
  await visit.typeInFrame("Exp Date", "0831", "Tab")
  await visit.typeInFrame("CVV/CVC", "9174", "Tab")
  await visit.picture("6-card")
  await visit.typeInFrame("CVV/CVC", "", "Enter")
  await visit.see("Amex ending in 0005 was added")
}

async function register({ visit, site, readCode }: Journey): Promise<void> {
  await visit.open(site)
  await visit.click("Register")
  await visit.see("Security check passed.")
  await visit.type("Certificate/Plan Number", "4000000017")
  await visit.picture("7-identification")
  await visit.click("Next")
  await visit.type("First name", "Ana")
  await visit.type("Last name", "Duarte")
  await visit.type("Email", "ana.duarte@example.com")
  await visit.picture("8-personal")
  await visit.click("Next")
  await visit.type("One-time code", await readCode("ana.duarte@example.com"))
  await visit.picture("9-verification")
  await visit.click("Confirm Code")
  await visit.see("You are verified")
  await visit.click("Next")
  await visit.type("Username", "ana.duarte")
  await visit.type("Password", "Lighthouse-70417")
  await visit.type("Confirm password", "Lighthouse-70417")
  await visit.choose("Security question", "What")
  await visit.type("Security answer", "Lisbon")
  await visit.click("I agree to the Terms of Service and the Privacy Policy.")
  await visit.picture("10-credentials")
  await visit.click("Complete registration")
  await visit.see("Welcome, Ana Duarte")
  await visit.picture("11-registered")
}
