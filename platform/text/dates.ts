import { fullDay } from "#contracts/dates.ts"
import { dayAt } from "../time-zone.ts"

/** "MM/DD/YYYY" of a plain date "YYYY-MM-DD"; empty without a date. */
export function shownDate(date: string | null): string {
  if (date === null) return ""
  const [year, month, day] = date.split("-")
  return `${month}/${day}/${year}`
}

/** "March 2, 2026" of a plain date "YYYY-MM-DD", for sentences; empty without a date. */
export function dateInWords(date: string | null): string {
  return date === null ? "" : fullDay(shownDate(date))
}

/** The plain date "YYYY-MM-DD" of "MM/DD/YYYY". */
export function dateOfShown(shown: string): string {
  const [month, day, year] = shown.split("/")
  return `${year}-${month}-${day}`
}

/** "MM/DD/YYYY" of an instant in a time zone, such as that of the client. */
export function shownDay(at: Date, timeZone: string): string {
  return shownDate(dayAt(at, timeZone).toString())
}

/** "March 2, 2026 at 11:59 PM EST" of an instant in a time zone, such as that of the client. */
export function shownMoment(at: Date, timeZone: string): string {
  const day = at.toLocaleDateString("en-US", { timeZone, dateStyle: "long" })
  const parts = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const
  const time = at.toLocaleTimeString("en-US", { timeZone, ...parts })
  // Intl puts a narrow space before AM and PM, which the fonts of the PDFs lack.
  return `${day} at ${time.replace(/\s/gu, " ")}`
}
