import type { Queries } from "#database/sql.ts"
import { createTestBrowser } from "#testing/browser.ts"
import { copyProducts } from "#testing/copied-products.store.ts"
import { demoPerson } from "#testing/demo-people.ts"
import type { MeasuredCall } from "./load.ts"

/** People of the demo, and the number of products that each receives. */
const holders = [
  { username: "harold.whitfield", count: 5, after: 4_900_000_000 },
  { username: "robert.chen", count: 50, after: 4_910_000_000 },
  { username: "grace.adeyemi", count: 500, after: 4_920_000_000 },
]

/** This product has 8 riders, 2 insured persons, 3 documents and 3 letters. */
const copied = "4001930427"

export async function addMeasuredProducts(queries: Queries): Promise<void> {
  for (const { username, count, after } of holders) {
    const { client = "", accountNumber = "" } = demoPerson(username)
    await copyProducts(queries, { client, accountNumber, like: copied, count, after })
  }
}

/** The calls that signed-in people wait for most often, in the form that their pages send. */
export async function measuredCalls(
  host: string,
  port: number,
  readCode: (to: string) => Promise<string>,
): Promise<MeasuredCall[]> {
  const maria = await senderOf("maria.santos")
  const { firstName, lastName, ...common } = maria.person
  const calls = [
    maria.call("Dashboard", "/myaccount-core/dashboard", {
      ...common,
      policyHolder: { firstName, lastName },
    }),
    maria.call("Payment center", "/myaccount-core/products", maria.person),
  ]
  for (const { username, count, after } of holders) {
    const { person, call } = await senderOf(username)
    const details = { ...person, policyNumber: String(after + 1) }
    calls.push(
      call(`Product summary, ${count} products,`, "/myaccount-core/productSummary", person),
      call(`Product details, ${count} products,`, "/myaccount-core/productDetails", details),
    )
  }
  return calls

  async function senderOf(username: string) {
    const browser = createTestBrowser(port, readCode)
    const user = await browser.signIn(host, username)
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
    const person = { accountNumber, policyNumber, userid, isEmailSubscribed, ...names }
    return {
      person: { client: site.client, ...person },
      call: (what: string, path: string, body: object): MeasuredCall => {
        return { what, path, headers, body: JSON.stringify(body) }
      },
    }
  }
}
