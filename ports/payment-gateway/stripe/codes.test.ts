import assert from "node:assert/strict"
import { test } from "node:test"
import type Stripe from "stripe"
import { reasonClasses } from "../port.ts"
import { chargeOf } from "./charges.ts"
import {
  cardTypes,
  declineReasons,
  disputeStatuses,
  disputeStatusOf,
  intentStatuses,
  movementKindOf,
  movementKinds,
  payoutStatuses,
  payoutStatusOf,
  refundStatuses,
  refundStatusOf,
  refusalCodes,
  returnReasons,
} from "./codes.ts"
import { rowsUnder } from "./documented-table-fixture.ts"
import { keptOf } from "./methods.ts"
import { intentOf, methodOf } from "./objects.mock.ts"

/** The values of `codes` in their order, each with its codes as the page lists them. */
function grouped(codes: Readonly<Record<string, string>>): [string, string][] {
  const named = Map.groupBy(Object.keys(codes), (code) => codes[code] ?? "")
  const listOf = (theirs: string[]) => theirs.map((one) => `\`${one}\``).join(", ")
  return [...named].map(([ours, theirs]) => [ours, listOf(theirs)])
}

/** The cells of the row of docs/stripe.md about the statuses or types of this object of Stripe. */
function documented(stripeObject: string) {
  const row = rowsUnder("| Stripe's | Ours: Stripe's | Any other |").find((line) => {
    return line.startsWith(`| ${stripeObject} |`)
  })
  const [, , codes, rest] = row?.split("|").map((cell) => cell.trim()) ?? []
  return { codes, rest }
}

/** The cell with these codes. */
function cellOf(codes: Readonly<Record<string, string>>) {
  return grouped(codes)
    .map(([ours, theirs]) => `\`${ours}\`: ${theirs}`)
    .join("; ")
}

test("docs/stripe.md contains the class and the codes of Stripe of every reason", () => {
  const tables = [declineReasons, returnReasons].map((codes) => new Map(grouped(codes)))
  const rows = Object.entries(reasonClasses).map(([reason, named]) => {
    const listed = tables.map((codes) => (codes.has(reason) ? ` ${codes.get(reason)} |` : " |"))
    return `| \`${reason}\` | \`${named}\` |${listed.join("")}`
  })
  assert.deepEqual(rowsUnder("| Reason | Class | A decline | A return or lost dispute |"), rows)
})

test("docs/stripe.md contains the codes of Stripe of every refusal", () => {
  const rows = grouped(refusalCodes).map(([about, listed]) => `| \`${about}\` | ${listed} |`)
  assert.deepEqual(rowsUnder("| Refused because of | Stripe's codes |"), rows)
})

test("RECONCILE-08 docs/stripe.md contains the status for every status of a PaymentIntent", () => {
  const intent = intentOf("pi_1", { amount: "100", metadata: {} })
  const read = (status: string) => chargeOf({ ...intent, status }, []).status
  const statuses = Object.keys(intentStatuses).map((status) => [status, read(status)] as const)
  const codes = cellOf(Object.fromEntries(statuses))
  assert.deepEqual(documented("PaymentIntent"), { codes, rest: `\`${read("unheard_of")}\`` })
})

test("RECONCILE-08 docs/stripe.md contains the network for every brand of card", () => {
  const { card, ...method } = methodOf("pm_1", { type: "card", card: {} })
  assert.ok(card)
  const read = (brand: string) => keptOf({ ...method, card: { ...card, brand } }, "cus_1").cardType
  const brands = Object.keys(cardTypes).map((brand) => [brand, read(brand)] as const)
  const codes = cellOf(Object.fromEntries(brands))
  assert.deepEqual(documented("Brand of card"), { codes, rest: "removed again" })
  assert.equal(read("unionpay"), "")
})

test("docs/stripe.md contains the status for every status of a dispute, refund and payout", () => {
  const tables = { Dispute: disputeStatuses, Refund: refundStatuses, Payout: payoutStatuses }
  for (const [stripeObject, statuses] of Object.entries(tables)) {
    assert.equal(documented(stripeObject).codes, cellOf(statuses), stripeObject)
  }
})

test("docs/stripe.md contains the kind of every movement", () => {
  const dispute = "`dispute`: `adjustment` about a dispute"
  const codes = `${cellOf(movementKinds)}; ${dispute}`
  assert.equal(documented("Balance transaction").codes, codes)
})

test("docs/stripe.md contains the result for any other status or type", () => {
  const other = { status: "unheard_of", type: "unheard_of", source: null }
  const read = {
    Dispute: disputeStatusOf(other as unknown as Stripe.Dispute),
    "Balance transaction": movementKindOf(other as unknown as Stripe.BalanceTransaction),
    Refund: refundStatusOf(other as unknown as Stripe.Refund),
    Payout: payoutStatusOf(other as unknown as Stripe.Payout),
  }
  for (const [stripeObject, result] of Object.entries(read)) {
    assert.equal(documented(stripeObject).rest, `\`${result}\``, stripeObject)
  }
})
