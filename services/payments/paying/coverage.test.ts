import assert from "node:assert/strict"
import { test } from "node:test"
import { isLater } from "./coverage.ts"

test("PRODUCTS-04 a pending debit keeps the coverage of before, whichever date it moved", () => {
  const dates = (coveredUntil: string | null, graceUntil: string | null = null) => ({
    coveredUntil,
    graceUntil,
  })
  const before = dates("2026-12-11", "2027-01-12")
  assert.equal(isLater(dates("2027-01-11"), before), true, "without the grace period once paid")
  assert.equal(isLater(dates("2027-01-11", "2027-02-12"), before), true)
  assert.equal(isLater(dates("2026-12-11", "2027-01-20"), before), true)
  assert.equal(isLater(before, before), false)
  assert.equal(isLater(dates("2026-12-01", "2027-01-02"), before), false, "a correction")
  assert.equal(isLater(dates(null), before), false)
})
