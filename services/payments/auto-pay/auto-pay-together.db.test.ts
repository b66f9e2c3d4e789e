import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { Deps } from "#services/deps.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { brandsOf } from "#testing/brands.ts"
import { noEvents } from "#testing/events.ts"
import { testAudit, testSecrets } from "#testing/secret-key.ts"
import { createPostingFailures } from "../paying/posting-failures.ts"
import { createAutoPayChanges } from "./auto-pay-changes.ts"
import { autoPayChangesJob } from "./auto-pay-changes-job.ts"
import { type AtAutoPay, monthlyByCard, siobhanAtAutoPay } from "./auto-pay-fixture.ts"
import { createAutoPaySkips } from "./skips.ts"

let app: TestApp
let at: AtAutoPay

before(async () => {
  app = await startTestApp()
  at = await siobhanAtAutoPay(app)
})

after(() => app.close())

beforeEach(() => at.restore())

test("a change that is sent again, or ten times at once, is made once", async () => {
  const records = (await at.audited()).length
  const { body } = await at.agreed(monthlyByCard)
  const answers = await Promise.all(Array.from({ length: 10 }, () => at.put(body)))
  answers.push(await at.put(body))
  for (const { status, text, reply } of answers) {
    assert.equal(status, 200, text)
    assert.equal(reply.messages[0]?.messageId, "autoPay.added")
  }
  assert.equal((await at.productNow()).amountDue, "36.10")
  assert.equal((await at.audited()).length, records + 1)
})

test("of two different simultaneous changes of one product, one is made and the other gets an error asking to look again", async () => {
  const product = await at.productNow()
  const bodies = await Promise.all([
    at.agreed(monthlyByCard, product),
    at.agreed({ frequencyCode: "Q", paymentMethodRecordId: null }, product),
  ])
  const records = (await at.audited()).length
  const answers = await Promise.all(bodies.map(({ body }) => at.put(body)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await at.audited()).length, records + 1)
})

test("a method that is deleted while auto pay is set to it is either retained or never charged", async () => {
  for (let round = 0; round < 6; round += 1) {
    const recordId = `T-RACE-${round}`
    await at.save(recordId)
    const { body } = await at.agreed({ frequencyCode: "M", paymentMethodRecordId: recordId })
    const [set, removed] = await Promise.all([at.put(body), at.deleteMethod(recordId)])
    const charged = (await at.productNow()).currentPaymentMethodRecordId
    if (removed.status === 200) assert.notEqual(charged, recordId)
    else assert.equal(removed.status, 409, removed.text)
    assert.ok([200, 404, 409].includes(set.status), set.text)
    await at.deleteMethod(recordId, { endAutoPay: "Y" })
    assert.equal((await at.productNow()).currentPaymentMethodRecordId, "00")
  }
})

test("a change that the account system could not make at once is made when it answers again", async () => {
  const { body } = await at.agreed({ frequencyCode: "S", paymentMethodRecordId: "T-BANK" })
  await app.database.rows(sql`create function policy_admin.away() returns trigger language plpgsql
    as 'begin raise exception ''shutting down'' using errcode = ''57P03''; end'`)
  await app.database.rows(sql`create trigger away before update on policy_admin.billing
    for each row execute function policy_admin.away()`)
  const answer = await at.put(body)
  assert.equal(answer.status, 503)
  assert.equal(answer.messageIds[0], "autoPay.pending")
  assert.deepEqual((await at.put(body)).messageIds, ["autoPay.earlierPending"])
  const removed = await at.deleteMethod("T-BANK", { endAutoPay: "Y" })
  assert.equal(removed.messageIds[0], "paymentMethod.autoPayOnItsWay")
  assert.ok(await at.methodOf("T-BANK"), "nothing was deleted")
  await app.database.rows(sql`drop trigger away on policy_admin.billing`)

  await app.database.rows(sql`update policy_admin.person set is_email_subscribed = false
    where client = 'harbor' and account_number = ${at.siobhan.body.accountNumber}`)
  const records = (await at.audited()).length
  app.clock.advance({ minutes: 2 })
  const policyAdmin = createEmbeddedPolicyAdmin(app.database)
  let confirmations = 0
  const deps = {
    database: app.database,
    clock: app.clock,
    policyAdmin,
    brands: brandsOf(app.database, app.clock),
    audit: testAudit(app.clock),
    secrets: testSecrets,
    events: noEvents,
    outbox: { add: () => (confirmations += 1) },
    brandOf: brandsOf(app.database, app.clock).brandOf,
    wakeEmail: () => undefined,
    log: { warn: () => assert.fail("nothing is left over") },
  } as object as Deps
  const another = createAutoPayChanges(deps)
  const job = autoPayChangesJob(
    deps,
    another,
    createAutoPaySkips(
      deps,
      async () => new Map(),
      createPostingFailures(deps, createPaymentMetrics()),
    ),
  )
  await job.run()
  await job.run()
  assert.equal((await at.productNow()).currentPaymentFrequecyCode, "S")
  assert.equal((await at.audited()).length, records + 1)
  assert.equal(confirmations, 1, "also for a customer who unsubscribed")
})
