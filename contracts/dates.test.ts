import assert from "node:assert/strict"
import { test } from "node:test"
import { dayInWords, fullDay, isBefore, monthInWords, shortDay } from "./dates.ts"

test("DASH-10 a sentence contains a day in words, with the year only if the day is far away", () => {
  assert.equal(dayInWords("12/04/2026", "11/22/2026"), "December 4")
  assert.equal(dayInWords("01/07/2027", "11/22/2026"), "January 7")
  assert.equal(dayInWords("05/24/2027", "11/22/2026"), "May 24")
  assert.equal(dayInWords("05/25/2027", "11/22/2026"), "May 25, 2027")
  assert.equal(dayInWords("02/29/2024", "11/22/2026"), "February 29, 2024")
  assert.equal(dayInWords("12/04/2026", ""), "December 4")
  assert.equal(shortDay("09/01/2026", "08/01/2026"), "Sep 1")
  assert.equal(fullDay("09/01/2026"), "September 1, 2026")
  assert.equal(monthInWords("12/31/2026"), "December 2026")
})

test("days are compared by year, month and day", () => {
  assert.ok(isBefore("12/31/2026", "01/01/2027"))
  assert.ok(!isBefore("01/01/2027", "01/01/2027"))
  assert.ok(!isBefore("02/01/2026", "01/31/2026"))
})
