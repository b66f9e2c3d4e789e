import assert from "node:assert/strict"
import { test } from "node:test"
import { announcedBefore, chargeDay } from "./announced-part.ts"

const noticeDay = Temporal.PlainDate.from("2028-05-01")

test("NOTICE-05 a product has at most one charge a day: a later announcement is charged after the earlier one", () => {
  assert.equal(chargeDay("2028-05-01", noticeDay, false), "2028-05-01")
  assert.equal(chargeDay("2028-05-01", noticeDay, false, "2028-05-01"), "2028-05-02")
  assert.equal(chargeDay("2028-05-01", noticeDay, false, "2028-04-28"), "2028-05-02", "a late run")
  assert.equal(chargeDay("2028-05-01", noticeDay, true, "2028-05-01"), "2028-05-11")
  assert.equal(chargeDay("2028-05-11", noticeDay, true, "2028-05-11"), "2028-05-12")
  assert.equal(chargeDay("2028-06-01", noticeDay, false, "2028-05-01"), "2028-06-01")
})

test("NOTICE-05 only announcements that will still charge something take a day", () => {
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
