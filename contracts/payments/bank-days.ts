import type { DayText } from "../dates.ts"

/**
 * The days on which banks in the United States make payments, which excludes Saturdays, Sundays and
 * the holidays of the Federal Reserve Banks. Browser and server share these functions. Their dates
 * are MM/DD/YYYY.
 */

/**
 * Holidays with a fixed date: [month, day]. A holiday on a Sunday is observed on Monday; one on a
 * Saturday is not moved.
 */
const fixedHolidays = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const

/**
 * [month, weekday, number in the month], with weekdays from 0 for Sunday. -1 is the last one in the
 * month.
 */
const movingHolidays = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const

const dayLength = 86_400_000

/** The first day on or after `shown` when banks make payments. */
export function bankDayFrom(shown: string): string {
  const [month = 1, day = 1, year = 1970] = shown.split("/").map(Number)
  let date = new Date(Date.UTC(year, month - 1, day))
  while (isClosed(date)) date = new Date(date.getTime() + dayLength)
  const [isoYear, ...monthAndDay] = date.toISOString().slice(0, 10).split("-")
  return [...monthAndDay, isoYear].join("/")
}

/**
 * The sentence with the business day of a debit on `shown`, if banks are closed on that day; "" on
 * business days. `dayText` formats the two dates.
 */
export function bankDayText(shown: string, dayText: DayText): string {
  const next = bankDayFrom(shown)
  if (shown === "" || next === shown) return ""
  return `Banks are closed on ${dayText(shown)}, so your bank makes this payment on the next business day, ${dayText(next)}.`
}

function isClosed(date: Date): boolean {
  const weekday = date.getUTCDay()
  if (weekday === 0 || weekday === 6 || isHoliday(date)) return true
  return weekday === 1 && isHoliday(new Date(date.getTime() - dayLength))
}

function isHoliday(date: Date): boolean {
  const [month, day, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()]
  if (fixedHolidays.some(([inMonth, on]) => inMonth === month && on === day)) return true
  const isLast = new Date(date.getTime() + 7 * dayLength).getUTCMonth() + 1 !== month
  return movingHolidays.some(
    ([inMonth, on, number]) =>
      inMonth === month &&
      on === weekday &&
      (number === -1 ? isLast : Math.ceil(day / 7) === number),
  )
}
