import assert from "node:assert/strict"
import { test } from "node:test"
import { instant, plainDate, readDate, readInstant } from "./outside-dates.ts"

const two = (number: number) => String(number).padStart(2, "0")

/** The number of days in a month by the rule of the Gregorian calendar, without any library. */
function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

test("a date and an instant are read exactly if the day exists, from 1900 to 2199", () => {
  for (const year of [
    0, 26, 926, 1899, 1900, 1999, 2000, 2026, 2027, 2028, 2100, 2199, 2200, 9999,
  ]) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
        const exists = year >= 1900 && year <= 2199 && day >= 1 && day <= daysIn(year, month)
        assert.equal(readDate(date), exists ? date : undefined, date)
        assert.equal(plainDate.safeParse(date).success, exists, date)
        const text = `${date}T12:30:00Z`
        const read = exists ? `${date}T12:30:00.000Z` : undefined
        assert.equal(readInstant(text)?.toISOString(), read)
        assert.equal(instant.safeParse(text).success, exists, text)
      }
    }
  }
})

test("an instant with an offset is read as the right moment", () => {
  const at = (text: string) => readInstant(text)?.toISOString()
  assert.equal(at("2026-03-31T23:00:00-05:00"), "2026-04-01T04:00:00.000Z")
  assert.equal(at("2026-03-31T23:00-05:00"), "2026-04-01T04:00:00.000Z")
  assert.equal(at("2026-03-31T23:00:00.123456789+05:30"), "2026-03-31T17:30:00.123Z")
})

for (const text of [
  ...["2026-04-31T23:00:00-05:00", "2026-02-31T10:00:00Z", "2026-02-29T00:00:00Z"],
  ...["2026-03-31T24:00:00Z", "2026-03-31T23:60:00Z", "2026-03-31T23:59:60Z"],
  ...["2026-03-31T23:00:00", "2026-03-31 23:00:00Z", "2026-03-31T23:00:00-50:00"],
  ...["2026-03-31T23:00:00+15:00", "0026-03-31T23:00:00Z", "9999-12-31T00:00:00Z", "2026-03-31"],
  ...["+002026-03-31T23:00:00Z", "2026-03-31T23:00:00Z[UTC]", " 2026-03-31T23:00:00Z", ""],
]) {
  test(`"${text}" is not an instant`, () => {
    assert.equal(readInstant(text), undefined)
    assert.equal(instant.safeParse(text).success, false)
  })
}

for (const text of [
  ...[
    "2026-02-30",
    "2026-2-3",
    "20260203",
    "2026-02-03T00:00:00Z",
    "+002026-02-03",
    "2026-02-03[u-ca=hebrew]",
  ],
  ...[
    "0026-12-05",
    "1899-12-31",
    "2200-01-01",
    "9999-12-31",
    "02/03/2026",
    "46059",
    " 2026-02-03",
    "２０２６-02-03",
  ],
]) {
  test(`"${text}" is not a date`, () => assert.equal(readDate(text), undefined))
}
