import assert from "node:assert/strict"
import { test } from "node:test"
import { reasonClasses } from "../port.ts"
import { chargeOf } from "./charges.ts"
import {
  cardTypes,
  disputeStatuses,
  intentStatuses,
  movementKinds,
  payoutStatuses,
  refundStatuses,
  stripeReasons,
} from "./codes.ts"
import { rowsUnder } from "./documented-table-fixture.ts"
import { keptOf } from "./methods.ts"
import { intentOf, methodOf } from "./mock-objects-fixture.ts"

test("docs/payments.md contains the class of every reason", () => {
  const rows = Object.entries(reasonClasses).map(
    ([reason, named]) => `| \`${reason}\` | \`${named}\` |`,
  )
  assert.deepEqual(rowsUnder("| Reason | Class |"), rows)
})

test("docs/payments.md contains the reason and class of every code of Stripe", () => {
  const rows = Object.entries(stripeReasons).map(
    ([code, reason]) => `| \`${code}\` | \`${reason}\` | \`${reasonClasses[reason]}\` |`,
  )
  assert.deepEqual(rowsUnder("| Stripe's code | Reason | Class |"), rows)
})

test("RECONCILE-08 docs/payments.md contains the status for every status of a PaymentIntent", () => {
  const intent = intentOf("pi_1", { amount: "100", metadata: {} })
  const read = (status: string) => chargeOf({ ...intent, status }, []).status
  const statuses = Object.keys(intentStatuses)
  const rows = statuses.map((status) => `| \`${status}\` | \`${read(status)}\` |`)
  assert.deepEqual(rowsUnder("| Stripe's PaymentIntent | Payment |"), rows)
  assert.equal(read("unheard_of"), "declined")
})

test("RECONCILE-08 docs/payments.md contains the network for every brand of card", () => {
  const { card, ...method } = methodOf("pm_1", { type: "card", card: {} })
  assert.ok(card)
  const read = (brand: string) => keptOf({ ...method, card: { ...card, brand } }, "cus_1").cardType
  const brands = Object.keys(cardTypes)
  const rows = brands.map((brand) => `| \`${brand}\` | \`${read(brand)}\` |`)
  assert.deepEqual(rowsUnder("| Stripe's brand of card | Network |"), rows)
  assert.equal(read("unionpay"), "")
})

test("docs/payments.md contains the status for every status of a dispute", () => {
  const rows = Object.entries(disputeStatuses).map(
    ([status, ours]) => `| \`${status}\` | \`${ours}\` |`,
  )
  assert.deepEqual(rowsUnder("| Stripe's dispute | Payment |"), rows)
})

test("docs/payments.md contains the kind of every movement and the status of every payout and refund", () => {
  const kinds = Object.entries(movementKinds).map(([type, kind]) => `| \`${type}\` | \`${kind}\` |`)
  const dispute = "| `adjustment` about a dispute | `dispute` |"
  assert.deepEqual(rowsUnder("| Stripe's balance transaction | Movement |"), [...kinds, dispute])
  const statuses = Object.entries(payoutStatuses).map(
    ([status, ours]) => `| \`${status}\` | \`${ours}\` |`,
  )
  assert.deepEqual(rowsUnder("| Stripe's payout | Payout |"), statuses)
  const refunds = Object.entries(refundStatuses).map(
    ([status, ours]) => `| \`${status}\` | \`${ours}\` |`,
  )
  assert.deepEqual(rowsUnder("| Stripe's refund | Refund |"), refunds)
})
