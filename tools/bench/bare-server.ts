// The least that the measured calls can cost: node:http, the portal's own statements for session
// and account, the same answers as JSON; no framework, no contract, no check. Run with
// DATABASE_URL and PORT.

import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { openDatabase } from "#database/open.ts"
import { systemClock } from "#ports/clock.ts"
import { findAccount } from "#ports/policy-admin/embedded/accounts.store.ts"
import { findSession } from "#services/appauth/sessions.store.ts"
import { productOf } from "#services/myaccount-core/product.ts"
import { hashSecret } from "#services/secrets.ts"

type Product = ReturnType<typeof productOf>

const database = await openDatabase({ url: process.env.DATABASE_URL ?? "" })

const replies: Record<string, (activeProducts: Product[]) => object> = {
  "/myaccount-core/dashboard": (activeProducts) => ({
    activeProducts,
    paymentsDue: activeProducts.filter(({ paymentStatusDisplayStyle }) =>
      ["pastdue", "duenow"].includes(paymentStatusDisplayStyle),
    ),
  }),
  "/myaccount-core/products": (activeProducts) => ({ activeProducts }),
}

const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    response.end()
    return
  }
  await json(request)
  const cookie = request.headers.cookie?.split("session=")[1] ?? ""
  const token = request.headers.authorization?.slice("Bearer ".length) ?? ""
  const host = request.headers.host?.split(":")[0] ?? ""
  const session = await findSession(database, hashSecret(cookie), hashSecret(token), host)
  const account = session?.accountNumber
    ? await findAccount(database, session.client, { accountNumber: session.accountNumber })
    : undefined
  const reply = replies[request.url ?? ""]
  response.statusCode = account && reply ? 200 : 401
  response.setHeader("content-type", "application/json")
  const activeProducts = account?.products
    .filter(({ active }) => active)
    .map((policy) => productOf(policy, systemClock.today()))
  response.end(JSON.stringify(reply?.(activeProducts ?? [])))
})

server.listen(Number(process.env.PORT), "127.0.0.1")
