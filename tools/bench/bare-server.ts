// Serves the measured calls at the lowest possible cost: node:http, exactly the statements that the
// portal sends for the call, and a JSON answer. It has no framework, no contract and no checks. Run
// it with DATABASE_URL, SECRET_KEY and PORT.

import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { openDatabase } from "#database/open.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { findAccount, findPolicy } from "#ports/policy-admin/embedded/accounts.store.ts"
import { findActiveProducts } from "#ports/policy-admin/embedded/products.store.ts"
import { readConfig } from "#server/config/config.ts"
import { openKeyRing } from "#server/config/keys.ts"
import { findSession } from "#services/identity/sessions/sessions.store.ts"
import { findAutoPayNews } from "#services/payments/auto-pay/auto-pay-failures.store.ts"
import { productOf } from "#services/products/product-presenter.ts"

const keys = openKeyRing(readConfig({ SECRET_KEY: process.env.SECRET_KEY }))
const secrets = createSecrets(keys.for("secrets"))
const database = await openDatabase({ url: process.env.DATABASE_URL ?? "" })

type Answer = (
  client: string,
  accountNumber: string,
  body: { policyNumber: string },
) => Promise<object | undefined>

const answers: Record<string, Answer> = {
  "/myaccount-core/dashboard": async (client, accountNumber, { policyNumber }) => {
    const activeProducts = await activeOf(client, accountNumber, policyNumber)
    const paymentsDue = activeProducts.filter(({ paymentStatus }) =>
      /^(Past Due|Due )/.test(paymentStatus),
    )
    return { activeProducts, paymentsDue }
  },
  "/myaccount-core/products": async (client, accountNumber, { policyNumber }) => {
    return { activeProducts: await activeOf(client, accountNumber, policyNumber) }
  },
  // The database builds these two replies.
  async "/myaccount-core/productSummary"(client, accountNumber) {
    const [account] = await Promise.all([
      findAccount(database, client, { accountNumber }),
      newsOf(client, accountNumber),
    ])
    return account
  },
  "/myaccount-core/productDetails": (client, accountNumber, { policyNumber }) =>
    findPolicy(database, client, accountNumber, policyNumber),
}

async function activeOf(client: string, accountNumber: string, policyNumber: string) {
  const today = Temporal.Now.plainDateISO("America/New_York")
  const [products] = await Promise.all([
    findActiveProducts(database, client, accountNumber, policyNumber),
    newsOf(client, accountNumber),
  ])
  const active = products?.filter(({ active }) => active) ?? []
  return active.map((policy) => productOf(policy, today, new Map()))
}

async function newsOf(client: string, accountNumber: string) {
  const now = Temporal.Now.zonedDateTimeISO("America/New_York")
  const [since, expiringBy] = [now.subtract({ days: 400 }), now.add({ days: 31 })]
  return await findAutoPayNews(
    database,
    { client, accountNumber },
    new Date(since.epochMilliseconds),
    expiringBy.toPlainDate().toString(),
    [],
  )
}

const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    response.end()
    return
  }
  const body = (await json(request)) as { policyNumber: string }
  const cookie = request.headers.cookie?.split("session=")[1] ?? ""
  const host = request.headers.host?.split(":")[0] ?? ""
  const cookieHash = secrets.hash("session cookie", cookie)
  // The first part of a demo host is its client.
  const [client = ""] = host.split(".")
  const session = await findSession(database, [client], cookieHash, host)
  const answer = answers[request.url ?? ""]
  const reply =
    session?.accountNumber && (await answer?.(session.client, session.accountNumber, body))
  response.statusCode = reply ? 200 : 401
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify(reply))
})

server.listen(Number(process.env.PORT), "127.0.0.1")
