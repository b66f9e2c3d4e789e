import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type Stripe from "stripe"
import { chargeOf } from "./charges.ts"
import * as mock from "./mock-objects-fixture.ts"

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
  }
}

test("Stripe's sample objects are read as what they are", () => {
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

test("the mock's objects have every field that Stripe's samples have and we read, of the same type", () => {
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
  const read: [object, object, string[]][] = [
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
    [mock.setupOf("seti_1", {}, false), published.setup_intent, ["id", "object", "status"]],
    [mock.customerOf("cus_1", {}), published.customer, ["id", "object", "metadata"]],
  ]
  for (const [ours, theirs, names] of read) {
    for (const name of names) {
      const [own, sample] = [Reflect.get(ours, name), Reflect.get(theirs, name)]
      assert.equal(typeof own, typeof sample, `${Reflect.get(theirs, "object")}.${name}`)
      assert.notEqual(own, undefined, name)
    }
  }
})
