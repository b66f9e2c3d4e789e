// Starts the portal of the version in the current folder with the demo's data, signs people in and
// prints the calls of their screens as one line of JSON. It ends when its input ends.

import { once } from "node:events"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { EmailReader } from "#testing/mail-reader.ts"
import type { MeasuredCall } from "./load.ts"
import { addLongHistory } from "./long-history.store.ts"
import { send } from "./send-call.ts"

/** People of the demo. Grace has paid a monthly bill for three years. */
const usernames = [
  "maria.santos",
  "james.okafor",
  "frances.doyle",
  "dorothy.lindqvist",
  "grace.adeyemi",
]
const longHistory = { client: "harbor", policyNumber: "4004820017", months: 36 }
const host = "harbor.localhost"

/** A portal that a comparison measures. */
export interface ComparedPortal {
  port: number
  databaseUrl: string
  processId: number
  calls: MeasuredCall[]
}

const { startPortal } = await from<typeof import("./portal.ts")>("tools/bench/portal.ts")
const { startMailbox } = await from<typeof import("../mailbox/mailbox.ts")>(
  "tools/mailbox/mailbox.ts",
)
const { createTestBrowser } = await from<typeof import("#testing/browser.ts")>("testing/browser.ts")
const readers =
  await from<Record<string, (mailbox: unknown) => EmailReader>>("testing/mail-reader.ts")

await using stack = new AsyncDisposableStack()
const mailbox = await startMailbox({ httpPort: 0 })
stack.defer(() => mailbox.close())
const portal = await startPortal({
  smtpUrl: mailbox.smtpUrl,
  fill: (database) => addLongHistory(database, longHistory),
  settings: { shared_preload_libraries: "pg_stat_statements" },
})
stack.use(portal)
// Earlier versions name it differently.
const reader = (readers.createEmailReader ?? readers.createMailReader)?.(mailbox)
if (!reader) throw new Error("This version cannot read its email.")
const calls: MeasuredCall[] = []
for (const username of usernames) calls.push(...(await callsOf(username, reader.readCode)))
const { port, databaseUrl } = portal
const compared: ComparedPortal = { port, databaseUrl, processId: portal.process.pid ?? 0, calls }
console.log(JSON.stringify(compared))
process.stdin.resume()
await once(process.stdin, "end")

async function from<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(join(process.cwd(), path)).href)) as Module
}

async function callsOf(
  username: string,
  readCode: EmailReader["readCode"],
): Promise<MeasuredCall[]> {
  const browser = createTestBrowser(portal.port, readCode)
  const user = await browser.signIn(host, username)
  const { reply: site } = await browser.call(host, "GET /appcontent/clientAttributes")
  const headers = {
    host: `${host}:${portal.port}`,
    authorization: `Bearer ${user.access_token}`,
    cookie: [...(browser.cookies.get(host) ?? [])].map((pair) => pair.join("=")).join("; "),
    "content-type": "application/json",
  }
  const { accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName } = user
  const common = { client: site.client, accountNumber, policyNumber, userid, isEmailSubscribed }
  const person = { ...common, firstName, lastName }
  const bodies: Record<string, object> = {
    dashboard: { ...common, policyHolder: { firstName, lastName } },
    products: person,
    "payNow/data": person,
    paymentFrequency: { ...person, csUserid: "" },
    paymentHistory: person,
    productSummary: person,
    paymentMethods: person,
    nextCharges: person,
    comingPayments: person,
  }
  const sent = Object.entries(bodies).map(([name, body]): MeasuredCall => {
    const path = `/myaccount-core/${name}`
    return { what: `${username} ${name}`, path, headers, body: JSON.stringify(body) }
  })
  const isKnown = (call: MeasuredCall) => send(portal.port, call).then(Boolean, () => false)
  const known = await Promise.all(sent.map(isKnown))
  return sent.filter((_, index) => known[index])
}
