import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type Stripe from "stripe"
import { chargeOf } from "./charges.ts"
import { createMockMoney, wholeRefund } from "./money.mock.ts"
import { movementOf, payoutOf } from "./movements.ts"
import * as mock from "./objects.mock.ts"

// Sample objects of Stripe's API, from openapi/fixtures3.json of github.com/stripe/openapi.
const file = new URL("./sample-objects-fixture.json", import.meta.url)

function samples() {
  const { resources } = JSON.parse(readFileSync(file, "utf8"))
  return resources as {
    payment_intent: Stripe.PaymentIntent
    charge: Stripe.Charge
    dispute: Stripe.Dispute
    payment_method: Stripe.PaymentMethod
    setup_intent: Stripe.SetupIntent
    customer: Stripe.Customer
    balance_transaction: Stripe.BalanceTransaction
    payout: Stripe.Payout
    refund: Stripe.Refund
  }
}

test("Stripe's sample objects are read correctly", () => {
  const { payment_intent: open, charge, dispute } = samples()
  const paid = (change: Partial<Stripe.Charge>, disputes: Stripe.Dispute[] = []) => {
    const intent = {
      ...open,
      status: "succeeded",
      latest_charge: { ...charge, ...change },
    } as const
    const { status, refundedAmount } = chargeOf(intent, disputes)
    return [status, refundedAmount]
  }
  assert.deepEqual(paid({}), ["settled", 0])
  assert.deepEqual(paid({ amount_refunded: 40 }), ["partlyRefunded", 40])
  assert.deepEqual(paid({ amount_refunded: 100, refunded: true }), ["refunded", 100])
  assert.deepEqual(paid({ disputed: true }, [dispute]), ["inquiry", 0])
  const as = (status: Stripe.Dispute.Status) => paid({ disputed: true }, [{ ...dispute, status }])
  assert.deepEqual(as("needs_response"), ["disputed", 0])
  assert.deepEqual(as("won"), ["disputeWon", 0])
  assert.deepEqual(as("lost"), ["disputeLost", 0])
  assert.equal(chargeOf(open, []).status, "declined")
  assert.equal(chargeOf({ ...open, status: "processing" }, []).status, "pending")
})

test("RECONCILE-05 Stripe's sample balance transaction and payout are read correctly", () => {
  const { balance_transaction: transaction, payout, charge, dispute, refund } = samples()
  const kindOf = (change: Partial<Stripe.BalanceTransaction>) => {
    const { kind, charge: about } = movementOf({ ...transaction, ...change }, "")
    return [kind, about]
  }
  assert.deepEqual(movementOf(transaction, "po_1"), {
    reference: transaction.id,
    kind: "charge",
    charge: "",
    key: "",
    amount: 100,
    fee: 0,
    at: new Date(1_234_567_890_000),
    payout: "po_1",
  })
  assert.deepEqual(kindOf({ source: charge }), ["charge", charge.id])
  const byPayment = { ...charge, payment_intent: "pi_1" }
  assert.deepEqual(kindOf({ source: byPayment }), ["charge", "pi_1"])
  assert.deepEqual(kindOf({ type: "refund", source: refund }), ["refund", refund.charge])
  assert.deepEqual(kindOf({ type: "adjustment", source: dispute }), ["dispute", dispute.charge])
  assert.deepEqual(kindOf({ type: "adjustment", source: null }), ["other", ""])
  assert.deepEqual(kindOf({ type: "stripe_fee", source: null }), ["fee", ""])
  assert.deepEqual(payoutOf(payout), {
    reference: payout.id,
    amount: 1_100,
    status: "pending",
    arrivesOn: "2009-02-13",
    madeAt: new Date(1_234_567_890_000),
    isItemized: true,
  })
})

test("the mock's objects have every field of Stripe's samples that we read, with the same type", () => {
  for (const [ours, theirs, names] of readObjects()) {
    for (const name of names) {
      const [own, sample] = [Reflect.get(ours, name), Reflect.get(theirs, name)]
      assert.equal(typeof own, typeof sample, `${Reflect.get(theirs, "object")}.${name}`)
      assert.notEqual(own, undefined, name)
    }
  }
})

/** An object of the mock, the sample of Stripe, and the fields that we read. */
function readObjects(): [object, object, string[]][] {
  const intent = mock.intentOf("pi_1", {
    amount: "100",
    customer: "cus_1",
    payment_method: "pm_1",
    metadata: {},
  })
  const charge = mock.chargeOf("ch_1", intent, "card", true)
  const card = {
    type: "card",
    card: { number: "4242424242424242", exp_month: "8", exp_year: "2031" },
  }
  const published = samples()
  const money = createMockMoney((kind) => `${kind}_1`)
  const transaction = money.add("charge", 100, 10, charge)
  money.payOut()
  const [payout] = money.payouts(() => true)
  assert.ok(payout)
  return [
    [
      transaction,
      published.balance_transaction,
      ["id", "object", "amount", "fee", "created", "type"],
    ],
    [
      payout,
      published.payout,
      ["id", "object", "amount", "status", "arrival_date", "created", "reconciliation_status"],
    ],
    [intent, published.payment_intent, ["id", "object", "amount", "metadata", "status"]],
    [
      charge,
      published.charge,
      ["id", "object", "amount_refunded", "refunded", "disputed", "payment_method_details"],
    ],
    [
      mock.disputeOf("dp_1", charge),
      published.dispute,
      ["id", "object", "status", "reason", "charge"],
    ],
    [
      mock.methodOf("pm_1", card),
      published.payment_method,
      ["id", "object", "type", "billing_details"],
    ],
    [mock.setupOf("seti_1", {}), published.setup_intent, ["id", "object", "status"]],
    [
      wholeRefund("re_1", charge, 100),
      published.refund,
      ["id", "object", "amount", "charge", "status"],
    ],
    [mock.customerOf("cus_1", {}), published.customer, ["id", "object", "metadata"]],
  ]
}
