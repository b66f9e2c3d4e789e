import assert from "node:assert/strict"
import { test } from "node:test"
import { confirmationNumberOf } from "./confirmation-number.ts"
import { paymentMemoOf, readMemo } from "./payment-memo.ts"
import { paymentIdOf } from "./payment-request.ts"

const facts = {
  client: "harbor",
  accountNumber: "HM-100234",
  policyNumber: "4000000017",
  idempotencyKey: "auto pay 4000000017 2026-03-15 1",
  origin: "autoPay",
  methodRecordId: "m-1",
  methodKind: "card",
  methodLabel: "VISA ending in 4242",
  methodLastFour: "4242",
  billNumbers: [3, 4],
} as const

test("BACKUP-05 the gateway's memo of a payment identifies its purpose, and other text is not a memo", () => {
  const payment = { ...facts, billNumbers: [...facts.billNumbers] }
  assert.deepEqual(readMemo(paymentMemoOf(payment)), payment)
  const ofCustomer = { ...payment, origin: "payNow" as const, billNumbers: null }
  assert.deepEqual(readMemo(paymentMemoOf(ofCustomer)), ofCustomer)
  for (const text of [
    "",
    "null",
    "[1]",
    "[1,[],[],null]",
    paymentMemoOf(payment).replace("card", "coin"),
  ]) {
    assert.equal(readMemo(text), undefined, text)
  }
})

test("BACKUP-06 the same payment request has the same id and confirmation number, and no other has", () => {
  const { client, accountNumber, idempotencyKey: key } = facts
  const request = { client, accountNumber, key, method: { reference: "cus_1/pm_1" } }
  const id = paymentIdOf(request)
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(paymentIdOf({ ...request }), id)
  const others = [
    { client: "twin" },
    { accountNumber: "HM-100235" },
    { key: "auto pay 4000000017 2026-03-15 2" },
    { method: { reference: "cus_1/pm_2" } },
  ].map((change) => paymentIdOf({ ...request, ...change }))
  assert.equal(new Set([id, ...others]).size, 5)
  assert.match(confirmationNumberOf({ id, tries: 1 }), /^[2-9BCDFGHJKMNPQRSTVWXYZ]{8}$/)
  assert.equal(confirmationNumberOf({ id, tries: 1 }), confirmationNumberOf({ id, tries: 7 }))
  // A number that is taken is not tried forever.
  assert.notEqual(confirmationNumberOf({ id, tries: 1 }), confirmationNumberOf({ id, tries: 21 }))
})
