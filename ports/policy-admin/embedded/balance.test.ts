import assert from "node:assert/strict"
import { test } from "node:test"
import { afterBill, afterPayment, afterReturn, type Balance } from "./balance.ts"

const bill: Balance = {
  amountDue: 5_000,
  pastDueAmount: 0,
  adjustment: 0,
  billingCredit: 0,
  dueDate: "2026-03-15",
  billingDay: null,
  billedUntil: null,
  frequencyCode: "M",
}

function owed({ amountDue, pastDueAmount, adjustment, billingCredit }: Balance): number {
  return amountDue + pastDueAmount - adjustment - billingCredit
}

test("paying the whole amount owed settles it, with any parts", () => {
  const after = afterPayment(
    { ...bill, pastDueAmount: 1_000, adjustment: -300, billingCredit: 200 },
    6_100,
    "2026-03-02",
  )
  assert.deepEqual(after, { ...bill, amountDue: 0, dueDate: "2026-04-15", billingDay: 15 })
})

test("a payment of less leaves the due date and lowers what is owed by the amount", () => {
  const after = afterPayment(bill, 4_999, "2026-03-02")
  assert.equal(owed(after), 1)
  assert.equal(after.dueDate, "2026-03-15")
})

test("what was paid too much is kept for the next bill", () => {
  const after = afterPayment(bill, 5_250, "2026-03-02")
  assert.equal(after.billingCredit, 250)
  assert.equal(after.amountDue, 0)
})

test("the next due date is the first one ahead, on the day that the product is due", () => {
  const next = (change: Partial<Balance>, paidOn: string) =>
    afterPayment({ ...bill, ...change }, 5_000, paidOn).dueDate
  assert.equal(next({ dueDate: "2026-01-15" }, "2026-03-02"), "2026-03-15")
  assert.equal(next({ dueDate: "2026-01-15" }, "2026-03-15"), "2026-04-15")
  assert.equal(next({ dueDate: "2026-01-31" }, "2026-01-20"), "2026-02-28")
  assert.equal(next({ dueDate: "2026-02-28", billingDay: 31 }, "2026-02-20"), "2026-03-31")
  assert.equal(next({ dueDate: "2024-02-29", frequencyCode: "A" }, "2024-02-01"), "2025-02-28")
  assert.equal(
    next({ dueDate: "2027-02-28", billingDay: 29, frequencyCode: "A" }, "2027-02-01"),
    "2028-02-29",
  )
  assert.equal(next({ frequencyCode: "Q" }, "2026-03-02"), "2026-06-15")
  assert.equal(next({ frequencyCode: "S" }, "2026-03-02"), "2026-09-15")
  assert.equal(next({ frequencyCode: "BI-WEEKLY" }, "2026-03-02"), null)
  assert.equal(next({ dueDate: null }, "2026-03-02"), null)
})

test("what is taken back is owed again since it was due, beside what is due now", () => {
  const paid = afterPayment(bill, 5_000, "2026-03-02")
  assert.deepEqual(afterReturn(paid, 5_000, "2026-03-15"), { ...bill, billingDay: 15 })

  const nextBill = { ...paid, amountDue: 5_000 }
  const back = afterReturn(nextBill, 5_000, "2026-03-15")
  assert.equal(back.pastDueAmount, 5_000)
  assert.equal(back.amountDue, 5_000)
  assert.equal(back.dueDate, "2026-03-15")
})

test("paying and taking back leaves owed what was owed, for any balance", () => {
  for (const amountDue of [0, 1, 5_000]) {
    for (const pastDueAmount of [0, 700]) {
      for (const adjustment of [-450, 0, 450]) {
        for (const billingCredit of [0, 99, 9_000]) {
          for (const amount of [1, 99, 5_000, 12_345]) {
            const before = { ...bill, amountDue, pastDueAmount, adjustment, billingCredit }
            const paid = afterPayment(before, amount, "2026-03-02")
            assert.equal(owed(paid), owed(before) - amount)
            const back = afterReturn(paid, amount, bill.dueDate)
            assert.equal(owed(back), owed(before))
            assert.ok(back.billingCredit >= 0 && paid.billingCredit >= 0)
          }
        }
      }
    }
  }
})

test("a settled product is billed once for its due date, and again for the next", () => {
  const settled = afterPayment(bill, 5_000, "2026-03-02")
  const billed = afterBill(settled, 5_200)
  assert.deepEqual(billed, { ...settled, amountDue: 5_200, billedUntil: "2026-04-15" })
  assert.deepEqual(afterBill(billed, 5_200), billed)
  const next = afterBill(afterPayment(billed, 5_200, "2026-04-15"), 5_200)
  assert.equal(next.dueDate, "2026-05-15")
  assert.equal(next.amountDue, 5_200)
})

test("a credit pays of the next bill what it can, and all of it where it is large enough", () => {
  const settled = { ...afterPayment(bill, 5_000, "2026-03-02"), billingCredit: 700 }
  assert.equal(owed(afterBill(settled, 5_000)), 4_300)
  const rich = afterBill({ ...settled, billingCredit: 6_000 }, 5_000)
  assert.equal(rich.amountDue, 0)
  assert.equal(rich.billingCredit, 1_000)
  assert.equal(rich.dueDate, "2026-05-15")
})

test("a period that was billed is not billed again after a return", () => {
  const first = afterPayment(bill, 5_000, "2026-03-02")
  const second = afterPayment(afterBill(first, 5_000), 5_000, "2026-04-01")
  const returned = afterReturn(second, 5_000, "2026-04-15")
  const paidAgain = afterPayment(returned, 5_000, "2026-04-02")
  assert.equal(paidAgain.dueDate, "2026-05-15")
  const early = { ...paidAgain, dueDate: "2026-04-15" }
  assert.equal(afterBill(early, 5_000).dueDate, "2026-05-15")
  assert.equal(afterBill(early, 5_000).amountDue, 0)
})
