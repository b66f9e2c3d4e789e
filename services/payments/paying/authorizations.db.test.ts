import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { readPdf } from "#testing/pdf-reader.ts"
import {
  type AtAutoPay,
  monthlyByCard,
  policyNumber,
  siobhanAtAutoPay,
} from "../auto-pay/auto-pay-fixture.ts"

let app: TestApp
let at: AtAutoPay

before(async () => {
  app = await startTestApp()
  at = await siobhanAtAutoPay(app)
})

after(() => app.close())

async function given() {
  const { browser, host, body } = at.siobhan
  const { reply } = await browser.call(host, "POST /myaccount-core/authorizations", body)
  return reply.authorizations
}

async function paper(authorizationId: string) {
  return (await pagesOf(authorizationId)).join(" ")
}

async function pagesOf(authorizationId: string) {
  const { browser, host } = at.siobhan
  const params = { authorizationId }
  const key = "GET /myaccount-core/authorizations/{authorizationId}"
  const { status, reply } = await browser.call(host, key, undefined, { params })
  assert.equal(status, 200)
  return (await readPdf(Buffer.from(reply.document, "base64"))).pages
}

test("AGREED-02 AGREED-10 PRODUCTS-05 an authorization begins with amount, account and date, lists its charges, each charge links to it, and its technical evidence is on a separate page", async () => {
  const { body } = await at.agreed(monthlyByCard)
  assert.equal((await at.put(body)).status, 200)
  const [authorization] = await given()
  assert.deepEqual(authorization?.charges, [])
  assert.equal(authorization.policyNumberLabel, "Certificate number")
  const { accountNumber } = at.siobhan.body
  await app.database.rows(
    sql`insert into myaccount_core.payment (id, client, account_number, policy_number, number,
        idempotency_key, origin, amount, product_desc, gateway, method_reference, method_record_id,
        method_kind, method_label, method_last_four, site_address, status, submitted_at, applied_at,
        confirmation_number, authorization_id)
      values (gen_random_uuid(), 'harbor', ${accountNumber}, ${policyNumber}, 1, 'a charge',
        'autoPay', 36.10, 'Whole Life', 'sandbox', '', 'T-CARD', 'card', '', '', '', 'settled',
        ${app.clock.now()}, ${app.clock.now()}, 'A-CHARGE', ${authorization?.authorizationId})`,
  )
  const [listed] = await given()
  assert.deepEqual(
    listed?.charges.map(({ paymentId: _, ...charge }) => charge),
    [{ paymentDate: "03/02/2026", paymentAmount: "36.10", paymentStatusLabel: "Settled" }],
  )
  assert.match(
    await paper(listed?.authorizationId ?? ""),
    /Charge of Mar 2, 2026\s+\$36\.10 \(Settled\)/,
  )
  const [facts = "", record = ""] = await pagesOf(listed?.authorizationId ?? "")
  assert.match(
    facts,
    /First charge\s+\$36\.10\s+Account\s+VISA ending in 4242\s+Date of the charge/,
  )
  assert.match(facts, /After that\s+\$36\.10 \(Monthly\), including a billing fee of \$1\.50/)
  assert.match(facts, /The text that you agreed to\s+On Mar 2, 2026, I, Siobhán/)
  assert.match(facts, new RegExp(`Certificate number ${policyNumber}`))
  assert.doesNotMatch(facts, /UTC|SHA-256/)
  assert.match(record, /Technical record.*UTC.*siobhan\.obrien_harbor.*SHA-256/)

  const { browser, host, body: person } = at.siobhan
  const { reply } = await browser.call(host, "POST /myaccount-core/paymentHistory", person)
  assert.equal(reply.payments[0]?.authorizationId, listed?.authorizationId)
})

test("AGREED-02 every authorization can be opened, however many follow it", async () => {
  const { accountNumber } = at.siobhan.body
  const before = await given()
  await app.database.rows(
    sql`insert into myaccount_core."authorization" (id, client, account_number, policy_number, kind,
        content, version, authorised, agreed_at, actor_kind, actor_userid, subject_userid, ip)
      select gen_random_uuid(), 'harbor', ${accountNumber}, ${policyNumber}, 'pay-now',
        '<p>Payment number ' || n || '.</p>', 'v', '{}',
        ${app.clock.now()}::timestamptz - n * interval '1 day', 'customer', 'siobhan.obrien_harbor',
        'siobhan.obrien_harbor', '203.0.113.9'
      from generate_series(1, 900) n`,
  )
  const all = await given()
  assert.equal(all.length, before.length + 900)
  assert.match(await paper(all.at(-1)?.authorizationId ?? ""), /Payment number 900\./)
})
