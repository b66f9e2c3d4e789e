// @postgres-only

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Endpoint } from "#contracts/endpoint.ts"
import { type Endpoints, endpoints } from "#contracts/endpoints.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { fillCustomerLine } from "#testing/full-line.store.ts"
import { supportHost } from "#testing/staff.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

const harbor = "harbor.localhost"
const waiting = (Object.entries(endpoints) as [keyof Endpoints, Endpoint][])
  .filter(([, { waitsInLine }]) => waitsInLine)
  .map(([key]) => key)
const anonymous = waiting.filter(
  (key) => endpoints[key].role === "anonymous" && !key.includes("/staff/"),
)

test("SECRET-42 SECRET-45 a full queue refuses each call that hashes with 503 and Retry-After; staff and calls that do not hash are still served", async () => {
  const [customer, staff] = [app.browser(), app.browser()]
  await staff.signIn(supportHost, "agent.kim")
  const line = await fillCustomerLine(app)
  assert.deepEqual([line.refused.status, line.refused.messageIds], [503, ["server.busy"]])
  assert.equal(line.refused.headers["retry-after"], "5")
  for (const key of anonymous) {
    const { status, messageIds } = await customer.call(harbor, key, {})
    assert.deepEqual([key, status, messageIds], [key, 503, ["server.busy"]])
  }
  const page = await customer.call(harbor, "GET /appcontent/clientAttributes")
  assert.equal(page.status, 200)
  assert.ok((await app.browser().signIn(supportHost, "agent.kim")).access_token)
  await line.empty()
  assert.ok((await customer.signIn(harbor, "maria.santos")).access_token)
  assert.deepEqual([waiting.length, anonymous.length], [9, 5])
})
