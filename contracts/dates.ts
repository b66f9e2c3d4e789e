/**
 * Dates in words. Tables and facts show a date as MM/DD/YYYY; sentences spell it out. Browser and
 * server share these functions. Their dates are MM/DD/YYYY.
 */

const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
]

/** A day further away than this many days gets a year. */
const daysWithoutYear = 183

/**
 * A day such as "December 4", or "December 4, 2027" if it is far from `today`. With "" for `today`,
 * without the year.
 */
export function dayInWords(shown: string, today: string): string {
  return words(shown, today, (month) => month)
}

/** Same, with a short month: "Dec 4". */
export function shortDay(shown: string, today: string): string {
  return words(shown, today, (month) => month.slice(0, 3))
}

/** The month of a day, such as "December 2026". */
export function monthInWords(shown: string): string {
  const { month, year } = partsOf(shown)
  return `${month} ${year}`
}

/** A full date such as "December 4, 2026". */
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

/** Milliseconds since 1970 at the start of the day. NaN for "". */
function timeOf(shown: string): number {
  const [month = 1, day, year = Number.NaN] = shown.split("/").map(Number)
  return Date.UTC(year, month - 1, day)
}
