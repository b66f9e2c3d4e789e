import { dayInWords, fullDay, timeInWords } from "#contracts/dates.ts"
import { dayAt } from "../time-zone.ts"

/** A plain date "YYYY-MM-DD" as "MM/DD/YYYY"; empty without a date. */
export function shownDate(date: string | null): string {
  if (date === null) return ""
  const [year, month, day] = date.split("-")
  return `${month}/${day}/${year}`
}

/** Writes a plain date "YYYY-MM-DD" in words; empty without a date. */
export type DateText = (date: string | null) => string

/** For texts that people keep: "Mar 2, 2026". */
export const dateInWords: DateText = (date) => fullDay(shownDate(date))

/** For screens on the client's day `today`: "Mon, Mar 2", or "Mar 2, 2027" in another year. */
export function dateOnScreen(today: Temporal.PlainDate): DateText {
  return (date) => dayInWords(shownDate(date), shownDate(today.toString()))
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

/** The same day for texts that people keep: "Mar 2, 2026". */
export function keptDay(at: Date, timeZone: string): string {
  return fullDay(shownDay(at, timeZone))
}

/** An instant as "Mar 2, 2026 at 11:59 PM EST" in a time zone, such as the client's. */
export function shownMoment(at: Date, timeZone: string): string {
  return `${keptDay(at, timeZone)} at ${timeInWords(at, timeZone)}`
}
