import assert from "node:assert/strict"
import { test } from "node:test"
import { dayInWords, fullDay, isBefore, monthInWords, shownDayAt, timeInWords } from "./dates.ts"

test("READ-02 a day shows its weekday in the year of today and its year in every other year", () => {
  assert.equal(dayInWords("12/04/2026", "11/22/2026"), "Fri, Dec 4")
  assert.equal(dayInWords("01/01/2026", "12/31/2026"), "Thu, Jan 1")
  assert.equal(dayInWords("01/01/2027", "12/31/2026"), "Jan 1, 2027")
  assert.equal(dayInWords("12/31/2026", "01/01/2027"), "Dec 31, 2026")
  assert.equal(dayInWords("02/29/2024", "02/28/2024"), "Thu, Feb 29")
  assert.equal(dayInWords("05/04/2026", ""), "May 4, 2026")
  assert.equal(dayInWords("", "11/22/2026"), "")
  assert.equal(dayInWords("", ""), "")
})

test("READ-02 a day that people keep always shows its year", () => {
  assert.equal(fullDay("09/01/2026"), "Sep 1, 2026")
  assert.equal(fullDay(""), "")
  assert.equal(monthInWords("12/31/2026"), "December 2026")
})

test("the day and time of an instant depend on the time zone", () => {
  const at = new Date("2026-11-22T04:59:00Z")
  assert.equal(shownDayAt(at, "America/New_York"), "11/21/2026")
  assert.equal(shownDayAt(at, "UTC"), "11/22/2026")
  assert.equal(timeInWords(at, "America/New_York"), "11:59 PM EST")
})

test("days are compared by year, month and day", () => {
  assert.ok(isBefore("12/31/2026", "01/01/2027"))
  assert.ok(!isBefore("01/01/2027", "01/01/2027"))
  assert.ok(!isBefore("02/01/2026", "01/31/2026"))
})
