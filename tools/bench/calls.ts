import { createTestBrowser } from "#testing/browser.ts"
import type { MeasuredCall } from "./call-ratio.ts"

/** The calls that a signed-in person waits for most, as their page sends them. */
export async function measuredCalls(
  host: string,
  port: number,
  readCode: (to: string) => Promise<string>,
): Promise<MeasuredCall[]> {
  const browser = createTestBrowser(port, readCode)
  const user = await browser.signIn(host, "maria.santos")
  const { reply: site } = await browser.call(host, "GET /appcontent/clientAttributes")
  const cookies = [...(browser.cookies.get(host) ?? [])]
  const headers = {
    host: `${host}:${port}`,
    authorization: `Bearer ${user.access_token}`,
    cookie: cookies.map(([name, value]) => `${name}=${value}`).join("; "),
    "content-type": "application/json",
  }
  const { accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName } = user
  const names = { firstName, lastName }
  const common = { client: site.client, accountNumber, policyNumber, userid, isEmailSubscribed }
  return [
    {
      what: "Dashboard",
      path: "/myaccount-core/dashboard",
      headers,
      body: JSON.stringify({ ...common, policyHolder: names }),
    },
    {
      what: "Payment center",
      path: "/myaccount-core/products",
      headers,
      body: JSON.stringify({ ...common, ...names }),
    },
  ]
}
