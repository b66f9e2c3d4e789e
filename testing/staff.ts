import type { StoredUser } from "#contracts/identity/shapes.ts"
import { useridOf, usernameOf } from "#contracts/identity/userid.ts"
import type { TestApp } from "./app.ts"
import type { TestBrowser } from "./browser.ts"
import { type Customer, signedInAt } from "./customer.ts"

export const supportHost = "support.localhost"

/**
 * Opens a customer's site in this browser as staff who act for them. Signs in at the support site
 * first, if needed.
 *
 * Errors: an `Error` with the server's answer.
 */
export async function actFor(
  browser: TestBrowser,
  userid: string,
  staffMember = "agent.kim",
): Promise<StoredUser> {
  if (!browser.tokens.has(supportHost)) await browser.signIn(supportHost, staffMember)
  const { hostname, ...way } = await wayToActFor(browser, userid)
  return await goThrough(browser, hostname, way)
}

/**
 * Redeems a session transfer at this host and keeps the session. Confirms if another person is
 * signed in.
 *
 * Errors: an `Error` with the server's answer.
 */
export async function goThrough(
  browser: TestBrowser,
  host: string,
  way: { token: string; cameFrom: string },
): Promise<StoredUser> {
  const redeem = "POST /appauth/handoff/redeem"
  const first = await browser.call(host, redeem, way)
  const isAsked = first.status === 200 && "question" in first.reply
  const last = isAsked ? await browser.call(host, redeem, { ...way, confirmed: true }) : first
  if (last.status !== 200 || !("access_token" in last.reply)) {
    throw new Error(`The session transfer was refused: ${last.text}`)
  }
  browser.tokens.set(host, last.reply.access_token)
  return last.reply
}

/** Staff who act for this person of the demo, in a separate browser. */
export async function staffActingFor(
  app: Pick<TestApp, "browser">,
  username: string,
  client: string,
): Promise<Customer> {
  const browser = app.browser()
  const user = await actFor(browser, useridOf(username, client))
  return signedInAt(`${client}.localhost`, browser, user)
}

/** Saves a new email address in the profile of this person of Harbor, as staff who act for them. */
export async function saveEmail(
  browser: TestBrowser,
  user: StoredUser,
  emailAddress: string,
  newPhone?: string,
) {
  const host = "harbor.localhost"
  const { firstName, lastName, csUserid = "agent.kim" } = user
  const { reply } = await browser.call(host, "POST /myaccount-core/profile", {
    ...user,
    client: "harbor",
    csUserid,
    policyHolder: { firstName, lastName },
  })
  const { address, phoneNumber, policyHolder } = reply.profile
  return await browser.call(host, "PUT /myaccount-core/profile", {
    ...address,
    emailAddress,
    phoneNumber: newPhone ?? phoneNumber,
    personNumber: policyHolder.personNumber,
    username: usernameOf(user.userid),
    hostName: host,
    clientLoginIp: "",
  })
}

/**
 * Creates a session transfer to a customer's site that no browser has redeemed.
 *
 * Errors: an `Error` with the server's answer.
 */
export async function wayToActFor(
  browser: TestBrowser,
  userid: string,
): Promise<{ hostname: string; token: string; cameFrom: string }> {
  const key = "POST /myaccount-core/agent/impersonate/{userId}"
  const params = { userId: userid }
  const { status, reply, text } = await browser.call(supportHost, key, {}, { params })
  if (status !== 200) throw new Error(`Staff may not act for ${userid}: ${text}`)
  const address = new URL(reply.siteURL)
  const { hostname } = address
  const token = address.pathname.split("/").at(-1) ?? ""
  address.hostname = supportHost
  return { hostname, token, cameFrom: `${address.origin}/` }
}
