import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { createEmbeddedPolicyAdmin } from "../embedded/embedded.ts"
import { servedForTest, testToken } from "../http/serve-fixture.ts"

let app: TestApp
let served: Awaited<ReturnType<typeof servedForTest>>
let maria: Customer

before(async () => {
  app = await startTestApp({
    async env(database) {
      served = await servedForTest(createEmbeddedPolicyAdmin(database))
      const settings = { POLICY_ADMIN_URL: served.url, POLICY_ADMIN_TOKEN: testToken }
      return { ...settings, LOG_LEVEL: "silent" }
    },
  })
  maria = await customerOf(app, "maria.santos", "harbor")
})
after(async () => {
  await app.close()
  await served.close()
})

test("KEPT-01 KEPT-02 when an account system behind HTTP stops, its last data are shown and logins are refused", async () => {
  const { browser, host, body } = maria
  const look = () => browser.call(host, "POST /myaccount-core/products", body)
  const live = await look()
  assert.equal(live.status, 200, live.text)
  assert.equal(live.headers["x-kept-at"], undefined)

  await app.settle()
  await served.close()
  const shown = await look()
  assert.equal(shown.status, 200, shown.text)
  assert.ok(shown.headers["x-kept-at"])
  const amounts = (reply: typeof live.reply) =>
    reply.activeProducts.map(({ amountDue }) => amountDue)
  assert.deepEqual(amounts(shown.reply), amounts(live.reply))

  // An answer about the availability is reused for a second.
  const isAvailable = async () => {
    const { reply } = await browser.call(host, "POST /myaccount-core/availability", {})
    return reply.insproAvailableInd === "Y"
  }
  for (let tries = 0; (await isAvailable()) && tries < 200; tries += 1) await sleep(20)
  assert.equal(await isAvailable(), false)
  await assert.rejects(app.browser().signIn(host, "james.okafor"), /accountSystem\.away/)
})
