import assert from "node:assert/strict"
import { test } from "node:test"
import type { SkippedDebit } from "../auto-pay/skips.store.ts"
import { skippedChargeOf } from "./payment-history-presenter.ts"

const skip: SkippedDebit = {
  id: "7b1f9d0e-0000-4000-8000-000000000001",
  client: "harbor",
  accountNumber: "A1",
  policyNumber: "4003344819",
  productDesc: "Whole Life Insurance",
  chargeOn: "2026-03-19",
  dueDates: ["2026-03-15"],
  billNumbers: [],
  amount: 3_610,
  methodLabel: "VISA ending in 4242",
  siteAddress: "http://harbor.localhost",
  actorKind: "customer",
  actorUserid: "siobhan.obrien_harbor",
  subjectUserid: "siobhan.obrien_harbor",
  ip: "192.0.2.7",
  state: "made",
  askedAt: new Date("2026-03-02T15:00:00Z"),
}

test("AGREED-05 the history shows the staff member who skipped a debit for the customer", () => {
  assert.equal(skippedChargeOf(skip, "America/New_York").skippedBy, "")
  const byStaff = { ...skip, actorKind: "staff" as const, actorUserid: "agent.moreau" }
  assert.equal(
    skippedChargeOf(byStaff, "America/New_York").skippedBy,
    "Customer service (agent.moreau) for you",
  )
})
