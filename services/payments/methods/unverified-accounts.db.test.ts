import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, beforeEach, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { paymentBody } from "#testing/pay-now.ts"
import { type AtAutoPay, policyNumber, siobhanAtAutoPay } from "../auto-pay/auto-pay-fixture.ts"

let app: TestApp
let at: AtAutoPay
const verifyAt = "https://gateway.example/deposits"
const recordId = "T-UNVERIFIED"

before(async () => {
  app = await startTestApp()
  at = await siobhanAtAutoPay(app)
  await at.save(recordId, { sample: "bank", verifyAt })
})

after(() => app.close())

beforeEach(() => at.restore())

test("METHODS-08 a bank account that is not verified shows this, with the page that verifies it", async () => {
  const method = await at.methodOf(recordId)
  assert.equal(method?.isVerified, "N")
  assert.equal(method?.verifyAt, verifyAt)
  assert.match(method?.verifyMessage ?? "", /^Checking ending in 6789 is not verified yet/)
  const other = await at.methodOf("T-BANK")
  assert.deepEqual([other?.isVerified, other?.verifyAt, other?.verifyMessage], ["Y", "", ""])
})

test("METHODS-08 a bank account that is not verified cannot be used for auto pay", async () => {
  const chosen = { frequencyCode: "M", paymentMethodRecordId: recordId }
  const { status, text } = await at.put((await at.agreed(chosen)).body)
  assert.equal(status, 422)
  assert.match(text, /autoPay\.methodUnverified/)
  assert.equal((await at.productNow()).currentPaymentMethodRecordId, "00")
})

test("METHODS-08 a bank account that is not verified cannot be used to pay", async () => {
  const { siobhan } = at
  const body = await paymentBody(siobhan, policyNumber, recordId)
  const { status, text } = await siobhan.browser.call(
    siobhan.host,
    "POST /myaccount-core/payNow",
    body,
    { headers: { "idempotency-key": randomUUID() } },
  )
  assert.equal(status, 422)
  assert.match(text, /payment\.methodUnverified/)
  const { reply } = await siobhan.browser.call(
    siobhan.host,
    "POST /myaccount-core/paymentHistory",
    {
      ...siobhan.body,
    },
  )
  assert.ok(!JSON.stringify(reply).includes("Checking ending in 6789"))
})
