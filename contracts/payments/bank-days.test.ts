import assert from "node:assert/strict"
import { test } from "node:test"
import { fullDay } from "../dates.ts"
import { bankDayFrom, bankDayText } from "./bank-days.ts"

/**
 * The weekdays on which the Federal Reserve Banks are closed. Sources: for 2026 to 2030, "K.8 -
 * Holidays Observed by the Federal Reserve System 2026-2030",
 * federalreserve.gov/aboutthefed/k8.htm, updated on December 31, 2025; for 2025, "Holiday Schedule"
 * of the Federal Reserve Bank of Richmond.
 */
const published: Record<number, string> = {
  2025: "01/01 01/20 02/17 05/26 06/19 07/04 09/01 10/13 11/11 11/27 12/25",
  2026: "01/01 01/19 02/16 05/25 06/19 09/07 10/12 11/11 11/26 12/25",
  2027: "01/01 01/18 02/15 05/31 07/05 09/06 10/11 11/11 11/25",
  2028: "01/17 02/21 05/29 06/19 07/04 09/04 10/09 11/23 12/25",
  2029: "01/01 01/15 02/19 05/28 06/19 07/04 09/03 10/08 11/12 11/22 12/25",
  2030: "01/01 01/21 02/18 05/27 06/19 07/04 09/02 10/14 11/11 11/28 12/25",
}

function daysOf(year: number): { shown: string; isWeekend: boolean }[] {
  const days = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const date = new Date(at)
    const [, month, day] = date.toISOString().slice(0, 10).split("-")
    days.push({ shown: `${month}/${day}/${year}`, isWeekend: date.getUTCDay() % 6 === 0 })
  }
  return days
}

test("NOTICE-11 banks are closed on weekends and on the published holidays of the Federal Reserve Banks", () => {
  for (const [year, holidays] of Object.entries(published)) {
    const weekdays = daysOf(Number(year)).filter(({ isWeekend }) => !isWeekend)
    const closed = weekdays.filter(({ shown }) => bankDayFrom(shown) !== shown)
    assert.equal(closed.map(({ shown }) => shown.slice(0, 5)).join(" "), holidays, year)
    for (const { shown, isWeekend } of daysOf(Number(year))) {
      if (isWeekend) assert.notEqual(bankDayFrom(shown), shown, shown)
    }
  }
})

test("NOTICE-11 a debit on a closed day is made on the next business day", () => {
  const expected = {
    "05/16/2026": "05/18/2026",
    "05/17/2026": "05/18/2026",
    "05/23/2026": "05/26/2026",
    "07/03/2026": "07/03/2026",
    "07/04/2027": "07/06/2027",
    "12/24/2027": "12/24/2027",
    "12/25/2027": "12/27/2027",
    "12/30/2028": "01/02/2029",
  }
  for (const [shown, day] of Object.entries(expected)) assert.equal(bankDayFrom(shown), day, shown)
})

test("NOTICE-11 a sentence contains the closed day and the next business day, and is empty on other days", () => {
  assert.equal(
    bankDayText("05/17/2026", fullDay),
    "Banks are closed on May 17, 2026, so your bank makes this payment on the next business day, May 18, 2026.",
  )
  assert.equal(bankDayText("05/18/2026", fullDay), "")
  assert.equal(bankDayText("", fullDay), "")
})
