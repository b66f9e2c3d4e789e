import { fullDay } from "#contracts/dates.ts"
import { dayAt } from "../time-zone.ts"

/** A plain date "YYYY-MM-DD" as "MM/DD/YYYY"; empty without a date. */
export function shownDate(date: string | null): string {
  if (date === null) return ""
  const [year, month, day] = date.split("-")
  return `${month}/${day}/${year}`
}

/** A plain date "YYYY-MM-DD" as "March 2, 2026", for sentences; empty without a date. */
export function dateInWords(date: string | null): string {
  return date === null ? "" : fullDay(shownDate(date))
}

/** "MM/DD/YYYY" as a plain date "YYYY-MM-DD". */
export function dateOfShown(shown: string): string {
  const [month, day, year] = shown.split("/")
  return `${year}-${month}-${day}`
}

/** An instant as "MM/DD/YYYY" in a time zone, such as the client's. */
export function shownDay(at: Date, timeZone: string): string {
  return shownDate(dayAt(at, timeZone).toString())
}

/** An instant as "March 2, 2026 at 11:59 PM EST" in a time zone, such as the client's. */
export function shownMoment(at: Date, timeZone: string): string {
  const day = at.toLocaleDateString("en-US", { timeZone, dateStyle: "long" })
  const parts = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const
  const time = at.toLocaleTimeString("en-US", { timeZone, ...parts })
  // Intl puts a narrow space before AM and PM, which the fonts of the PDFs lack.
  return `${day} at ${time.replace(/\s/gu, " ")}`
}
