/**
 * The only code that writes a date in words; services/brands/business-day.test.ts forbids other code. Screens
 * use `dayInWords`. Texts that people keep, such as emails and receipts, use `fullDay`. Form fields
 * and files use figures. Browser and server share these functions. Their dates are MM/DD/YYYY.
 */

const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
]
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

/** Formats a date. "" for "". */
export type DayText = (shown: string) => string

/** A day such as "Mon, Dec 14" in the year of `today`, or "Dec 14, 2027" in another year. */
export function dayInWords(shown: string, today: string): string {
  const { month, day, year, weekday } = partsOf(shown)
  if (year !== partsOf(today).year) return fullDay(shown)
  return shown && `${weekday}, ${month.slice(0, 3)} ${day}`
}

/** A day with its year, such as "Dec 14, 2026". */
export function fullDay(shown: string): string {
  const { month, day, year } = partsOf(shown)
  return shown && `${month.slice(0, 3)} ${day}, ${year}`
}

/** A text with each date in figures replaced by `fullDay`. */
export function withFullDays(text: string): string {
  return text.replaceAll(/\d{2}\/\d{2}\/\d{4}/g, fullDay)
}

/** The month of a day, such as "December 2026". */
export function monthInWords(shown: string): string {
  const { month, year } = partsOf(shown)
  return `${month} ${year}`
}

/** The day of an instant. Without a time zone, the device's. */
export function shownDayAt(at: Date, timeZone: string | undefined): string {
  const figures = { year: "numeric", month: "2-digit", day: "2-digit" } as const
  return at.toLocaleDateString("en-US", { ...figures, timeZone })
}

/** The time of an instant, such as "11:59 PM EST". */
export function timeInWords(at: Date, timeZone: string | undefined): string {
  let format = timeFormats.get(timeZone)
  if (!format) {
    const parts = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const
    format = new Intl.DateTimeFormat("en-US", { ...parts, timeZone })
    timeFormats.set(timeZone, format)
  }
  // Intl puts a narrow space before AM and PM, which the fonts of the PDFs lack.
  return format.format(at).replace(/\s/gu, " ")
}

/** By time zone. Creating a format takes a hundred times as long as using it. */
const timeFormats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Whether `shown` is before `today`. */
export function isBefore(shown: string, today: string): boolean {
  return timeOf(shown) < timeOf(today)
}

/** The number of days from one day to another; negative if `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return (timeOf(to) - timeOf(from)) / 86_400_000
}

function partsOf(shown: string) {
  const [month = 1, day, year] = shown.split("/").map(Number)
  // January 1, 1970 was a Thursday.
  const weekday = weekdays[(timeOf(shown) / 86_400_000 + 4) % 7] ?? ""
  return { month: months[month - 1] ?? "", day, year, weekday }
}

/** Milliseconds since 1970 at the start of the day. NaN for "". */
function timeOf(shown: string): number {
  const [month = 1, day, year = Number.NaN] = shown.split("/").map(Number)
  return Date.UTC(year, month - 1, day)
}
