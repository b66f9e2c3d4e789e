import assert from "node:assert/strict"
import { test } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { cardPayment } from "../sample-requests.ts"
import { createGateway } from "./gateway.ts"
import { openLedger } from "./ledger.store.ts"
import { booksAt } from "./payouts.ts"

for (const { name, days, own } of [
  { name: "refunded", days: 2, own: [3_275] },
  { name: "partly", days: 3, own: [100, 100] },
]) {
  test(`${name}: refunds at most the part that our own refund has left`, () => {
    const clock = createTestClock()
    const ledger = openLedger(":memory:")
    const gateway = createGateway({ ledger, clock })
    const reference = `sample.${name}.08-2031.maria`
    gateway.charge({ ...cardPayment, key: "one", reference, amount: 4_275 })
    clock.advance({ days: 1 })
    const charge = gateway.charges()[0]?.reference ?? ""
    gateway.refund({ key: "a refund", charge, amount: 1_000 })
    clock.advance({ days })
    const amounts = gateway.refundsOf(charge).map(({ amount }) => amount)
    assert.deepEqual(amounts, [...own, 1_000])
    const sum = amounts.reduce((total, amount) => total + amount, 0)
    assert.equal(gateway.charges()[0]?.refundedAmount, sum)
    const { movements } = booksAt(ledger, clock.now())
    const ofCharge = movements.filter(({ kind }) => kind === "charge" || kind === "refund")
    const kept = ofCharge.reduce((total, { amount }) => total + amount, 0)
    assert.equal(kept, 4_275 - sum)
    ledger.close()
  })
}
