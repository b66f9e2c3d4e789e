import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { announcedBefore, chargeDay, followsOn, isUnchanged } from "./announced-part.ts"
import { isSameProduct } from "./same-product.ts"

const noticeDay = Temporal.PlainDate.from("2028-05-01")

test("NOTICE-05 a product has at most one charge a day: a later announcement is charged after the earlier one", () => {
  assert.equal(chargeDay("2028-05-01", noticeDay, false), "2028-05-01")
  assert.equal(chargeDay("2028-05-01", noticeDay, false, "2028-05-01"), "2028-05-02")
  assert.equal(chargeDay("2028-05-01", noticeDay, false, "2028-04-28"), "2028-05-02", "a late run")
  assert.equal(chargeDay("2028-05-01", noticeDay, true, "2028-05-01"), "2028-05-11")
  assert.equal(chargeDay("2028-05-11", noticeDay, true, "2028-05-11"), "2028-05-12")
  assert.equal(chargeDay("2028-06-01", noticeDay, false, "2028-05-01"), "2028-06-01")
})

test("NOTICE-05 only announcements that will still charge something reserve a day", () => {
  const [april, may] = ["2028-04-01", "2028-05-01"]
  const agreed = { billsDueBy: april, dueDates: [april], amount: 4_275, chargeOn: may }
  const both = [
    { dueDate: april, owed: 4_275 },
    { dueDate: may, owed: 4_400 },
  ]
  assert.deepEqual(announcedBefore([agreed], both), { amount: 4_275, lastDay: may })
  const paid = [{ dueDate: may, owed: 4_400 }]
  assert.deepEqual(announcedBefore([agreed], paid), { amount: 0, lastDay: null })
  const small = [{ dueDate: april, owed: 49 }, ...paid]
  assert.deepEqual(announcedBefore([agreed], small), { amount: 0, lastDay: null })
})

test("NOTICE-01 a due date follows the previous one only if it is one period later and on the billing day, also after short months", () => {
  const anyPeriods = fc.record({
    billingDay: fc.integer({ min: 1, max: 31 }),
    months: fc.constantFrom(1, 3, 6, 12),
    month: fc.integer({ min: 0, max: 48 }),
    later: fc.integer({ min: -20, max: 40 }),
  })
  fc.assert(
    fc.property(anyPeriods, ({ billingDay, months, month, later }) => {
      const dueDates = Array.from({ length: 6 }, (_, period) => {
        const first = Temporal.PlainDate.from("2026-01-01").add({ months: month + period * months })
        return first.with({ day: Math.min(billingDay, first.daysInMonth) })
      })
      const texts = dueDates.map((one) => one.toString())
      const earlier = texts.slice(0, -1).toReversed()
      const due = dueDates.at(-1)?.add({ days: later }).toString() ?? ""
      assert.equal(followsOn(texts.at(-1) ?? "", earlier, months), true)
      assert.equal(followsOn(texts.at(-1) ?? "", earlier.slice(0, 1), months), true)
      const isKnown = earlier.some((one) => !isLastOfMonth(one))
      if (isKnown && later !== 0) assert.equal(followsOn(due, earlier, months), false)
    }),
  )
})

function isLastOfMonth(date: string): boolean {
  const { day, daysInMonth } = Temporal.PlainDate.from(date)
  return day === daysInMonth
}

test("NOTICE-01 a due date without a predecessor, or in a period of unknown length, needs a notice", () => {
  assert.equal(followsOn("2026-04-10", [], 1), false)
  assert.equal(followsOn("2026-04-10", ["2026-03-10"], undefined), false)
  assert.equal(followsOn("2026-05-10", ["2026-03-10"], 1), false)
  assert.equal(followsOn("2026-03-14", ["2026-03-10"], 1), false)
  assert.equal(followsOn("2026-03-31", ["2026-02-28", "2026-01-30"], 1), false)
  assert.equal(followsOn("2028-03-29", ["2028-02-29", "2028-01-29"], 1), true)
})

test("NOTICE-01 an agreement is the customer's latest information until a charge is based on it", () => {
  const policy = {
    productDesc: "Term Life",
    billing: { frequencyCode: "M", paymentMethodRecordId: "pm", skippedDueDates: [] },
  }
  const agreed = {
    amount: 5_000,
    chargeOn: "2026-04-20",
    billsDueBy: "2026-04-20",
    methodRecordId: "pm",
  }
  const last = {
    amount: 4_275,
    at: "",
    parts: null,
    productDesc: "Term Life",
    methodRecordId: "pm",
  }
  const known = { methodKind: "card" as const, agreed, last, settled: ["2026-03-20"] }
  const on = (amount: number, dueDate: string, date = dueDate) =>
    isUnchanged({ amount, dueDate, date, policy }, known)
  assert.equal(on(5_000, "2026-04-20"), true)
  assert.equal(on(4_275, "2026-04-20"), false, "the amount of the charge before the agreement")
  assert.equal(on(5_000, "2026-04-19"), false)
  assert.equal(on(5_000, "2026-04-19", "2026-04-20"), true, "on the agreed day")
  assert.equal(on(5_000, "2026-04-20", "2026-04-21"), false, "a later day")
  const paid = { ...known, settled: ["2026-04-20", "2026-03-20"] }
  const may = { amount: 5_000, dueDate: "2026-05-20", date: "2026-05-20", policy }
  assert.equal(isUnchanged(may, paid), true, "the agreed bill was paid by hand")
  assert.equal(isUnchanged({ ...may, dueDate: "2026-05-21", date: "2026-05-21" }, paid), false)
})

test("two descriptions name the same product if they differ only in case, spaces, punctuation or marks", () => {
  for (const other of [
    "WHOLE LIFE",
    "Whole-Life",
    " whole  life. ",
    "Whole Life®",
    "Wholé Life™",
  ]) {
    assert.equal(isSameProduct("Whole Life", other), true, other)
  }
  assert.equal(isSameProduct("Death & Dismemberment", "Death and Dismemberment"), true)
  const others: [string, string][] = [
    ["Whole Life", "Dental"],
    ["Whole Life", "Whole Life 2"],
    ["Plan A", "Plan A+"],
    ["Whole Life", ""],
    ["®", "—"],
  ]
  for (const [one, other] of others) assert.equal(isSameProduct(one, other), false, other)
})
