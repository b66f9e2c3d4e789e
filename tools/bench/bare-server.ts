// Serves the measured calls at the lowest possible cost: node:http, the portal's own statements for
// session and account, and a JSON answer. It has no framework, no contract and no checks. Run it
// with DATABASE_URL, SECRET_KEY and PORT.

import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { openDatabase } from "#database/open.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { findAccount, findPolicy } from "#ports/policy-admin/embedded/accounts.store.ts"
import { openKeyRing } from "#server/config/secret-key.ts"
import { findSession } from "#services/identity/sessions/sessions.store.ts"
import { productOf } from "#services/products/product-presenter.ts"

const keys = openKeyRing({ secretKey: process.env.SECRET_KEY, dataFolder: "" })
const secrets = createSecrets(keys.for("secrets"))
const database = await openDatabase({ url: process.env.DATABASE_URL ?? "" })

type Answer = (
  client: string,
  accountNumber: string,
  body: { policyNumber: string },
) => Promise<object | undefined>

const answers: Record<string, Answer> = {
  "/myaccount-core/dashboard": async (client, accountNumber) => {
    const activeProducts = await activeOf(client, accountNumber)
    const paymentsDue = activeProducts.filter(({ paymentStatus }) =>
      /^(Past Due|Due )/.test(paymentStatus),
    )
    return { activeProducts, paymentsDue }
  },
  "/myaccount-core/products": async (client, accountNumber) => {
    return { activeProducts: await activeOf(client, accountNumber) }
  },
  // The database builds these two replies.
  "/myaccount-core/productSummary": (client, accountNumber) =>
    findAccount(database, client, { accountNumber }),
  "/myaccount-core/productDetails": (client, accountNumber, { policyNumber }) =>
    findPolicy(database, client, accountNumber, policyNumber),
}

async function activeOf(client: string, accountNumber: string) {
  const account = await findAccount(database, client, { accountNumber })
  const active = account?.products.filter(({ active }) => active) ?? []
  const today = Temporal.Now.plainDateISO("America/New_York")
  return active.map((policy) => productOf(policy, today, new Map()))
}

const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    response.end()
    return
  }
  const body = (await json(request)) as { policyNumber: string }
  const cookie = request.headers.cookie?.split("session=")[1] ?? ""
  const host = request.headers.host?.split(":")[0] ?? ""
  const session = await findSession(database, secrets.hash("session cookie", cookie), host)
  const answer = answers[request.url ?? ""]
  const reply =
    session?.accountNumber && (await answer?.(session.client, session.accountNumber, body))
  response.statusCode = reply ? 200 : 401
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify(reply))
})

server.listen(Number(process.env.PORT), "127.0.0.1")
