import type { StoredUser } from "#contracts/identity/shapes.ts"
import { createTestBrowser, payloadOf } from "#testing/browser.ts"
import type { EmailReader } from "#testing/mail-reader.ts"
import { payerPolicy } from "#testing/payers.ts"
import type { MeasuredCall } from "#tools/bench/load.ts"
import { client, host } from "../world/names.ts"
import { signInPassword } from "./people.ts"

export type Visitor = ReturnType<typeof createVisitor>

/** Each person has a separate address, because sign-ins are limited by address. */
export function addressOf(payer: number): string {
  return `10.0.${payer >> 8}.${payer & 255}`
}

export function credentialsOf(payer: number) {
  const emailAddress = `ines.varga.${payer}@example.com`
  return { username: `payer${payer}`, password: signInPassword, client, emailAddress }
}

/** Simulates a person who signs in, opens screens, and signs out. `payer` is their number. */
export function createVisitor({
  port,
  payer,
  readCode,
}: {
  port: number
  payer: number
  readCode: EmailReader["readCode"]
}) {
  const browser = createTestBrowser(port, readCode)
  const headers = { "x-forwarded-for": addressOf(payer) }
  const credentials = credentialsOf(payer)
  const policyNumber = payerPolicy(payer)
  let user: StoredUser | undefined

  /** Makes a call. Errors: an `Error` for every answer except 200. */
  async function call(key: Parameters<typeof browser.call>[1], body?: object, params = {}) {
    const answer = await browser.call(host, key, body, { headers, params })
    if (answer.status !== 200) throw new Error(`${key} got ${answer.status}: ${answer.text}`)
    return answer.reply
  }

  async function page(path: string) {
    const { status, text } = await browser.get(host, path, { "accept-encoding": "br", ...headers })
    if (status !== 200) throw new Error(`${path} got ${status}: ${text}`)
  }

  function person() {
    if (!user) throw new Error("This person is not signed in.")
    const { accountNumber, userid, isEmailSubscribed, firstName, lastName } = user
    return { client, accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName }
  }

  function dashboardBody() {
    const { firstName, lastName, ...common } = person()
    return { ...common, policyHolder: { firstName, lastName } }
  }

  return {
    async signIn() {
      const payload = payloadOf(credentials)
      await page("/")
      await call("POST /appauth/login", payload)
      const passCode = await readCode(credentials.emailAddress)
      const reply = await call("POST /appauth/passcode/verification", { ...payload, passCode })
      user = reply as StoredUser
      browser.tokens.set(host, user.access_token)
    },

    async signOut() {
      await call("POST /appauth/logout", {})
      user = undefined
    },

    /** The calls of a visit, in no particular order. */
    screens: [
      () => call("POST /myaccount-core/dashboard", dashboardBody()),
      () => page("/dashboard"),
      () => call("POST /myaccount-core/products", person()),
      () => call("POST /myaccount-core/productSummary", person()),
      () => call("POST /myaccount-core/productDetails", person()),
      () => call("POST /myaccount-core/paymentHistory", person()),
      () => call("POST /myaccount-core/comingPayments", person()),
      () => call("POST /myaccount-core/paymentMethods", person()),
      () => call("GET /myaccount-core/productCard/{policyNumber}", undefined, { policyNumber }),
    ],

    /** The call of the dashboard in the form that the benchmarks repeat. */
    dashboardCall(): MeasuredCall {
      const cookies = [...(browser.cookies.get(host) ?? [])]
      return {
        what: "Dashboard",
        path: "/myaccount-core/dashboard",
        headers: {
          host: `${host}:${port}`,
          authorization: `Bearer ${user?.access_token}`,
          cookie: cookies.map((pair) => pair.join("=")).join("; "),
          "content-type": "application/json",
        },
        body: JSON.stringify(dashboardBody()),
      }
    },
  }
}
