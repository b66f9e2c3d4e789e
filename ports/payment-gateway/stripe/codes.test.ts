import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { reasonClasses } from "../port.ts"
import {
  disputeStatuses,
  movementKinds,
  payoutStatuses,
  refundStatuses,
  stripeReasons,
} from "./codes.ts"

const page = readFileSync(join(import.meta.dirname, "../../../docs/payments.md"), "utf8")

/** The rows of the table of docs/payments.md that begins with this head. */
function rowsUnder(head: string): string[] {
  const lines = page.split("\n")
  const first = lines.indexOf(head) + 2
  assert.ok(first > 2, head)
  const rows = lines.slice(first)
  return rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith("|")),
  )
}

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
