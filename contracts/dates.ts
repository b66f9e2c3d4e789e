/**
 * Dates in words. Tables and facts show a date as MM/DD/YYYY, and sentences name it in words. Browser and
 * server share these functions. Their dates are MM/DD/YYYY.
 */

const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
]

/** A day that is further away than these days is named with its year. */
const daysWithoutYear = 183

/** "December 4", and "December 4, 2027" if that is far from `today`. "" for `today` leaves the year out. */
export function dayInWords(shown: string, today: string): string {
  return words(shown, today, (month) => month)
}

/** The same with a short month: "Dec 4". */
export function shortDay(shown: string, today: string): string {
  return words(shown, today, (month) => month.slice(0, 3))
}

/** "December 2026" of a day in that month. */
export function monthInWords(shown: string): string {
  const { month, year } = partsOf(shown)
  return `${month} ${year}`
}

/** "December 4, 2026". */
export function fullDay(shown: string): string {
  const { month, day, year } = partsOf(shown)
  return `${month} ${day}, ${year}`
}

/** Whether `shown` is before `today`. */
export function isBefore(shown: string, today: string): boolean {
  return timeOf(shown) < timeOf(today)
}

function words(shown: string, today: string, monthAs: (month: string) => string): string {
  const { month, day, year } = partsOf(shown)
  const distance = Math.abs(timeOf(shown) - timeOf(today)) / 86_400_000
  return `${monthAs(month)} ${day}${distance > daysWithoutYear ? `, ${year}` : ""}`
}

function partsOf(shown: string) {
  const [month, day, year] = shown.split("/").map(Number)
  return { month: months[(month ?? 1) - 1] ?? "", day, year }
}

/** Milliseconds of the day. NaN for "". */
function timeOf(shown: string): number {
  const [month = 1, day, year = Number.NaN] = shown.split("/").map(Number)
  return Date.UTC(year, month - 1, day)
}
