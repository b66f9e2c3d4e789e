// @prove-also days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { planAway } from "./days.store.ts"
import { client, james, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

const host = "harbor.localhost"
const said = "Is seems as though we are not able to connect the server."
const planned = "Our records are being updated until 4:00 a.m. Eastern Time."

let at: Days
beforeEach(async () => {
  at = await startDays()
  await planAway(at.app.database, client, [{ from: "01:00", until: "04:00" }])
})
afterEach(() => at?.close())

/** Makes the account system unavailable from 1 to `until` o'clock. */
function awayUntil(until: number) {
  at.server.closeWhile((now) => {
    const { hour } = now.toZonedDateTimeISO("America/New_York")
    return 1 <= hour && hour < until
  })
}

async function availability(): Promise<string[]> {
  const { reply } = await at.app.browser().call(host, "POST /myaccount-core/availability", {})
  return reply.messages.flatMap(({ content }) => content)
}

test("KEPT-10 the login page shows until when a planned outage lasts, after the text of every outage", async () => {
  at.goTo("2026-03-10", "01:30")
  awayUntil(4)
  const content = await availability()
  assert.equal(content.length, 2)
  assert.ok(content[0]?.startsWith(said))
  assert.equal(content[1], planned)
})

test("KEPT-10 an outage outside of the planned window shows no end", async () => {
  at.goTo("2026-03-10", "04:00")
  awayUntil(6)
  const content = await availability()
  assert.equal(content.length, 1)
  assert.ok(content[0]?.startsWith(said))
})

test("KEPT-10 an account system that answers during its planned outage is used", async () => {
  at.goTo("2026-03-10", "01:30")
  assert.deepEqual(await availability(), [])
  assert.equal((await at.pay(james, termLife)).status, 200)
})

test("KEPT-10 a payment during a planned outage shows until when it lasts, and charges nothing", async () => {
  at.goTo("2026-03-10", "01:30")
  const agree = await at.atPayNow(james, termLife)
  awayUntil(4)
  const made = await agree()
  assert.equal(made.status, 503)
  assert.deepEqual(made.messageIds.slice(0, 2), ["accountSystem.away", "accountSystem.planned"])
  assert.match(made.text, /updated until 4:00 a\.m\. Eastern Time\./)
  assert.deepEqual(at.charged(), [])
})

test("KEPT-10 signed-in people read until when the outage lasts, next to the cached data", async () => {
  at.goTo("2026-03-10", "00:55")
  await at.shown(james)
  await at.app.settle()
  at.goTo("2026-03-10", "01:01")
  awayUntil(4)
  const { center } = await at.screens(james)
  assert.equal(center.status, 200, center.text)
  const [product] = center.reply.activeProducts
  assert.match(product?.paymentAction.payNowLink.message ?? "", /until 4:00 a\.m\. Eastern Time\./)
})

test("KEPT-10 staff read on the status page until when the outage lasts", async () => {
  at.goTo("2026-03-10", "01:30")
  awayUntil(4)
  const { reply } = await at.status()
  assert.deepEqual(reply.planned, [`Harbor Mutual: ${planned}`])
})
