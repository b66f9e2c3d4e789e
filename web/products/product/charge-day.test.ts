import assert from "node:assert/strict"
import { test } from "node:test"
import { chargeDayOf } from "./next-step.ts"

test("DASH-09 the day of the charge is shown if it differs from the due date", () => {
  const product = { amountDue: "48.50", dueDate: "03/07/2026", nextBill: null }
  const charge = (dueDate: string, ...dueDates: string[]) => ({
    dueDate,
    dueDates,
    paymentAmount: "48.50",
  })
  const late = { day: "03/12/2026", isOfThisBill: true, amount: null }
  assert.equal(chargeDayOf(product, undefined), null)
  assert.equal(chargeDayOf(product, charge("03/07/2026", "03/07/2026")), null)
  assert.deepEqual(chargeDayOf(product, charge("03/12/2026", "03/07/2026")), late)
  assert.deepEqual(chargeDayOf(product, charge("03/12/2026", "02/07/2026", "03/07/2026")), late)
  const two = { ...product, amountDue: "97.00" }
  const first = chargeDayOf(two, charge("03/12/2026", "03/07/2026"))
  assert.deepEqual(first, { ...late, amount: "48.50" }, "the charge of one of two bills")
  const afterSkip = charge("04/07/2026", "04/07/2026")
  assert.deepEqual(chargeDayOf(product, afterSkip), {
    day: "04/07/2026",
    isOfThisBill: false,
    amount: null,
  })
  const nextBill = { dueDate: "04/07/2026", amount: "48.50" }
  assert.equal(chargeDayOf({ ...product, nextBill }, afterSkip), null)
})
