import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { TestApp } from "./app.ts"
import type { TestBrowser } from "./browser.ts"

export interface Customer {
  browser: TestBrowser
  host: string
  user: StoredUser
  /** The fields that the customer's screens send with each call about products and payments. */
  body: {
    client: string
    accountNumber: string
    policyNumber: string
    userid: string
    isEmailSubscribed: boolean
    firstName: string
    lastName: string
  }
}

/** Signs a customer of the demo in at their site. */
export async function customerOf(
  app: Pick<TestApp, "browser">,
  username: string,
  client: string,
): Promise<Customer> {
  const host = `${client}.localhost`
  const browser = app.browser()
  return signedInAt(host, browser, await browser.signIn(host, username))
}

/**
 * The customer of the session at this host: the signed-in customer, or the one for whom staff act.
 */
export function signedInAt(host: string, browser: TestBrowser, user: StoredUser): Customer {
  const { accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName } = user
  const person = { accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName }
  return { browser, host, user, body: { client: host.replace(".localhost", ""), ...person } }
}
