import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { newWebhookSecret, type Sending, senderOf, writeEventsFile } from "#testing/events.ts"
import { logLines } from "#testing/log-lines.ts"
import { payFor } from "#testing/pay-now.ts"

const secret = newWebhookSecret()
const wayfarerSecret = newWebhookSecret()
const logged: string[] = []
let app: TestApp
let file: Awaited<ReturnType<typeof writeEventsFile>>

before(async () => {
  file = await writeEventsFile({
    senders: [
      { name: "harbor-system", secrets: [newWebhookSecret(), secret], clients: ["harbor"] },
      { name: "wayfarer-system", secrets: [wayfarerSecret], clients: ["wayfarer"] },
    ],
  })
  app = await startTestApp({
    // The rate limit test sends from its own address, given in the forwarding header.
    env: { EVENTS_FILE: file.path, TRUST_PROXY: "127.0.0.1" },
    logTo: logLines((line) => logged.push(line)),
    // Treated as an external system, so that its answers are cached for outages.
    policyAdmin: (database) => createEmbeddedPolicyAdmin(database),
  })
})
after(async () => {
  await app.close()
  await file.remove()
})

const send = (...message: Parameters<ReturnType<typeof senderOf>>) =>
  senderOf(app, { sender: "harbor-system", signedBy: secret })(...message)

const james = { client: "harbor", accountNumber: "HM2073350" }

async function closings(accountNumber: string): Promise<number> {
  const entries = await auditLog(app.database, "harbor")
  return entries.filter(
    (entry) => entry.action === "account.close" && entry.accountNumber === accountNumber,
  ).length
}

async function isSignedIn({ browser, host, body }: Customer): Promise<boolean> {
  const { status } = await browser.call(host, "POST /myaccount-core/paymentMethods", body)
  return status === 200
}

async function suspensionsOf(accountNumber: string) {
  return await app.database.rows<{ policyNumber: string; reason: string }>(
    sql`select policy_number, reason from myaccount_core.auto_pay_suspension
      where client = 'harbor' and account_number = ${accountNumber} and ended_at is null
      order by policy_number`,
  )
}

test("EVENT-08 a forged, altered, late or early event is rejected, and so is one under another sender's name", async () => {
  const wrong: [string, Sending][] = [
    ["another secret", { signedBy: newWebhookSecret() }],
    ["the secret of another sender", { signedBy: wayfarerSecret }],
    ["an unknown sender", { sender: "someone" }],
    ["the name of a property", { sender: "__proto__" }],
    ["an altered body", { altered: (body) => body.replace(james.accountNumber, "HM2041187") }],
    ["another id", { headers: { "webhook-id": "another" } }],
    ["a time of six minutes ago", { minutesAgo: 6 }],
    ["a time in six minutes", { minutesAgo: -6 }],
    ["no signature", { headers: { "webhook-signature": "" } }],
    ["a moved time", { headers: { "webhook-timestamp": String(Date.now()) } }],
  ]
  for (const [name, sending] of wrong) {
    assert.equal((await send("account.closed", james, sending)).status, 401, name)
  }
  assert.equal(await closings(james.accountNumber), 0)
})

test("EVENT-09 an event about another client's people, or with an invalid body, is rejected and changes nothing", async () => {
  for (const client of ["wayfarer", "twin", "nowhere"]) {
    assert.equal((await send("account.closed", { ...james, client })).status, 403, client)
  }
  for (const [data, type, fields] of [
    [{ client: "harbor" }, "account.closed", "data.accountNumber"],
    [{ ...james, accountNumber: 7 }, "account.closed", "data.accountNumber"],
    [james, "bill.issued", "data.policyNumber"],
    [james, "account.opened", "type"],
    ["[1", "account.closed", "body"],
    ["", "account.closed", "body"],
  ] as const) {
    const refused = await send(type, data)
    const reply = await refused.json()
    assert.deepEqual([refused.status, reply], [400, { result: "malformed", fields }])
  }
  for (const timestamp of ["2026-02-31T12:00:00Z", "2026-03-02", "2026-03-02T12:00:00", ""]) {
    const refused = await send("account.closed", james, { body: { timestamp } })
    assert.deepEqual(await refused.json(), { result: "malformed", fields: "timestamp" }, timestamp)
  }
  const large = await send("account.closed", { ...james, accountNumber: "x".repeat(30_000) })
  assert.equal(large.status, 413)
  const form = { "content-type": "application/x-www-form-urlencoded" }
  assert.ok((await send("account.closed", james, { headers: form })).status >= 400)
  assert.equal(await closings(james.accountNumber), 0)
})

test("EVENT-09 a number that a database cannot store, or with surrounding spaces, is rejected with its field name", async () => {
  const bill = { ...james, policyNumber: "4003120956" }
  const fieldsOf = { "account.closed": james, "account.changed": james }
  const all = { ...fieldsOf, "bill.issued": bill, "payment.posted": bill }
  for (const [type, data] of Object.entries(all)) {
    for (const [name, value] of Object.entries(data)) {
      for (const wrong of ["\0", `${value}\0`, `${value}\ud800`, ` ${value}`, `${value} `]) {
        const refused = await send(type, { ...data, [name]: wrong })
        const reply = await refused.json()
        const expected = { result: "malformed", fields: `data.${name}` }
        assert.deepEqual([refused.status, reply], [400, expected], JSON.stringify([type, wrong]))
      }
    }
  }
  for (const unseen of ["\u00a0", "\u200b", "\t", "\ufeff"]) {
    const { status } = await send("account.closed", {
      ...james,
      accountNumber: james.accountNumber + unseen,
    })
    assert.equal(status, 400)
  }
  assert.equal((await send("payment.posted", { ...bill, paymentId: "\0" })).status, 400)
  assert.equal(await closings(james.accountNumber), 0)
})

test("EVENT-09 unknown fields are ignored, in the body and in its data", async () => {
  const { client, accountNumber } = james
  const body = { id: "evt_1", version: 2, source: { system: "pas" } }
  const bill = { ...james, policyNumber: "4003120956", amount: "64.80", dueDate: null }
  assert.equal((await send("bill.issued", bill, { body })).status, 204)
  const changed = { client, accountNumber, policyNumber: "4003120956", reason: "address" }
  assert.equal((await send("account.changed", changed, { body })).status, 204)
})

test("EVENT-13 a closed account loses its sessions and its auto pay, once, and another customer's are unaffected", async () => {
  const [anyone, maria] = await Promise.all([
    customerOf(app, "anastasia.papakonstantinou", "harbor"),
    customerOf(app, "maria.santos", "harbor"),
  ])
  const { client, accountNumber } = maria.body
  const onAutoPay = await app.database.rows<{ policyNumber: string }>(
    sql`select b.policy_number from policy_admin.billing b
      join policy_admin.policy p using (client, policy_number)
      where b.client = 'harbor' and p.account_number = ${accountNumber}
        and b.payment_method_record_id is not null order by b.policy_number`,
  )
  assert.ok(onAutoPay.length > 0)
  const id = randomUUID()
  const closed = () => send("account.closed", { client, accountNumber }, { id })
  const statuses = (await Promise.all([closed(), closed(), closed()])).map(({ status }) => status)
  assert.deepEqual(statuses, [204, 204, 204])
  assert.equal(await isSignedIn(maria), false)
  assert.equal(await isSignedIn(anyone), true)
  assert.equal(await closings(accountNumber), 1)
  const expected = onAutoPay.map(({ policyNumber }) => ({ policyNumber, reason: "closed" }))
  assert.deepEqual(await suspensionsOf(accountNumber), expected)

  // The account was reopened and its customer signs in: an old message has no effect.
  const again = await customerOf(app, "maria.santos", "harbor")
  assert.equal((await closed()).status, 204)
  assert.equal(await isSignedIn(again), true)
  assert.equal(await closings(accountNumber), 1)
  assert.equal((await send("account.closed", { client, accountNumber })).status, 204)
  assert.equal(await isSignedIn(again), false, "a new message counts")
})

test("EVENT-14 a payment waiting to be posted is posted as soon as the account system reports it", async () => {
  await payFor(app, "james.okafor", "harbor", "4003120956")
  const rows = await app.database.rows<{ id: string; accountNumber: string }>(
    sql`update myaccount_core.payment set applied_at = null, next_try_at = ${later(app.clock.now(), { hours: 1 })}
      where client = 'harbor' and policy_number = '4003120956' and confirmation_number is not null
      returning id, account_number`,
  )
  const [payment] = rows
  assert.ok(payment)
  const { id: paymentId, accountNumber } = payment
  const isPosted = async () => {
    const found = await app.database.rows(
      sql`select 1 from myaccount_core.payment
        where client = 'harbor' and id = ${paymentId} and applied_at is not null`,
    )
    return found.length === 1
  }
  const data = { client: "harbor", accountNumber, policyNumber: "4003120956", paymentId }
  const foreign = { ...data, accountNumber: "HM2041187" }
  assert.equal((await send("payment.posted", foreign)).status, 204)
  const [still] = await app.database.rows<{ waits: boolean }>(
    sql`select next_try_at > ${app.clock.now()} as waits from myaccount_core.payment
      where client = 'harbor' and id = ${paymentId}`,
  )
  assert.ok(still?.waits, "a message about another account does not reach it")
  assert.equal((await send("payment.posted", data)).status, 204)
  app.clock.advance({ seconds: 2 })
  await app.settle()
  assert.ok(await isPosted())
  for (const type of ["bill.issued", "payment.posted"]) {
    const { client, policyNumber } = data
    assert.equal((await send(type, { client, accountNumber, policyNumber })).status, 204)
  }
  assert.equal((await send("account.changed", james)).status, 204)
})

test("EVENT-15 an event about an account drops the cached answers of that account and no other", async () => {
  const [robert, anastasia] = await Promise.all([
    customerOf(app, "robert.chen", "harbor"),
    customerOf(app, "anastasia.papakonstantinou", "harbor"),
  ])
  const keptOf = async ({ body }: Customer) => {
    const [row] = await app.database.rows<{ count: number }>(
      sql`select count(*)::int as count from myaccount_core.kept_read
        where client = 'harbor' and account_number = ${body.accountNumber}`,
    )
    return row?.count ?? 0
  }
  for (const { browser, host, body } of [robert, anastasia]) {
    await browser.call(host, "POST /myaccount-core/products", body)
  }
  await app.settle()
  assert.ok((await keptOf(robert)) > 0 && (await keptOf(anastasia)) > 0)
  const { client, accountNumber } = robert.body
  app.clock.advance({ seconds: 1 })
  assert.equal((await send("account.changed", { client, accountNumber })).status, 204)
  await app.settle()
  assert.equal(await keptOf(robert), 0)
  assert.ok((await keptOf(anastasia)) > 0)
})

test("EVENT-08 repeated invalid events are rate-limited, and their contents are never logged", async () => {
  const statuses = new Set<number>()
  const headers = { "x-forwarded-for": "192.0.2.70" }
  for (let count = 0; count < 70; count += 1) {
    const forged = { signedBy: newWebhookSecret(), headers }
    const { status } = await send("account.closed", james, forged)
    statuses.add(status)
  }
  assert.deepEqual([...statuses], [401, 429])
  const genuine = await send("account.changed", james, { headers })
  assert.equal(genuine.status, 204, "a genuine one is not")
  const log = logged.join("")
  assert.match(log, /An event of the account system was refused/)
  for (const text of [secret.slice(6), wayfarerSecret.slice(6), james.accountNumber, "v1,"]) {
    assert.ok(!log.includes(text), text)
  }
})
