import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { payFor } from "#testing/pay-now.ts"
import { supportHost } from "#testing/staff.ts"
import { signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

const march = { from: "2026-03-01", to: "2026-03-31" }

let app: TestApp
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
  staff = await signInTwoStaff(app)
  await payFor(app, "james.okafor", "harbor", "4003120956")
  await payFor(app, "lena.fischer", "wayfarer", "5100442871")
  await staff.later({ days: 5 })
  await app.sweep()
})

after(() => app.close())

async function read(browser: TestBrowser, query: Record<string, string>) {
  return await browser.call(supportHost, "GET /myaccount-core/agent/ledger", undefined, { query })
}

test("LEDGER-06 staff choose among the clients that they serve", async () => {
  const of = async (browser: TestBrowser) => {
    const key = "GET /myaccount-core/agent/ledger/clients"
    const { reply } = await browser.call(supportHost, key)
    return reply.clients.map(({ client }) => client)
  }
  assert.deepEqual(await of(staff.moreau), ["harbor"])
  const all = await of(staff.kim)
  for (const client of ["harbor", "wayfarer"]) assert.ok(all.includes(client), client)
})

test("LEDGER-06 the ledger has the client's own payments and its part of a payout", async () => {
  const [harbor, wayfarer] = await Promise.all(
    ["harbor", "wayfarer"].map((client) => read(staff.kim, { client, ...march })),
  )
  assert.ok(harbor && wayfarer)
  const { totals, payouts, csv, json, differences } = harbor.reply
  assert.deepEqual([totals.payments, totals.net, totals.fees], ["129.60", "129.60", "4.06"])
  assert.deepEqual(
    payouts.map(({ net }) => net),
    ["125.54"],
  )
  assert.deepEqual(differences, [])
  const [other] = wayfarer.reply.payouts
  assert.ok(other)
  assert.equal(other.reference, payouts[0]?.reference, "one payout has the money of both clients")
  const [whole] = await app.database.rows<{ amount: string }>(
    sql`select amount::text from myaccount_core.gateway_payout`,
  )
  for (const text of [csv, json]) {
    assert.ok(!text.includes(other.net), "the other client's part is not told")
    assert.ok(!text.includes(whole?.amount ?? ""), "nor is the sum")
  }
})

test("LEDGER-06 the ledger of a client that a staff member does not serve is not found", async () => {
  const { status, messageIds } = await read(staff.moreau, { client: "wayfarer", ...march })
  assert.deepEqual([status, messageIds], [404, ["request.notFound"]])
  for (const client of ["nowhere", "support"]) {
    assert.deepEqual((await read(staff.kim, { client, ...march })).messageIds, ["request.notFound"])
  }
})

test("LEDGER-06 a period has one to 366 days", async () => {
  const of = async (from: string, to: string) =>
    (await read(staff.kim, { client: "harbor", from, to })).messageIds
  assert.deepEqual(await of("2026-03-01", "2026-03-01"), [])
  assert.deepEqual(await of("2026-03-02", "2026-03-01"), ["ledger.period"])
  assert.deepEqual(await of("2025-01-01", "2026-01-01"), [])
  assert.deepEqual(await of("2025-01-01", "2026-01-02"), ["ledger.period"])
  assert.equal((await read(staff.kim, { client: "harbor", from: "x", to: "y" })).status, 422)
})

test("LEDGER-07 staff download lists of payments only of the clients that they serve", async () => {
  const list = async (browser: TestBrowser, query: Record<string, string>) =>
    await browser.call(supportHost, "GET /myaccount-core/agent/ledger/payments", undefined, {
      query,
    })
  const { reply } = await list(staff.moreau, { client: "harbor", ...march })
  assert.equal(reply.next, "")
  const [head, line, ...more] = reply.csv.split("\r\n")
  assert.match(head ?? "", /^Date,Type,Account number,First name,Last name,Plan number,Product,/)
  assert.match(line ?? "", /^2026-03-02,payment,HM2073350,James,Okafor,4003120956,.+,129\.60,/)
  assert.deepEqual(more, [""])
  const after = "2026-03-02T00:00:00.000Z/00000000-0000-4000-8000-000000000000/0"
  const rest = await list(staff.moreau, { client: "harbor", ...march, after })
  assert.equal(rest.reply.csv, `${line}\r\n`, "headers come once")
  const foreign = await list(staff.moreau, { client: "wayfarer", ...march })
  assert.deepEqual([foreign.status, foreign.messageIds], [404, ["request.notFound"]])
  const long = await list(staff.kim, { client: "harbor", from: "2025-01-01", to: "2026-03-01" })
  assert.deepEqual(long.messageIds, ["ledger.period"])
  for (const wrong of [
    "x",
    "2026-02-31T00:00:00.000Z/00000000-0000-4000-8000-000000000000/0",
    "2026-03-02T00:00:00.000Z/------------------------------------/0",
  ]) {
    assert.equal((await list(staff.kim, { client: "harbor", ...march, after: wrong })).status, 422)
  }
})
