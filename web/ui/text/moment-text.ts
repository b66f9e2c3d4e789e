import { dayInWords, shownDayAt, timeInWords } from "#contracts/dates.ts"

/**
 * An ISO timestamp as "Mon, Mar 2 at 11:59 PM EST", in this time zone: of the client, or of the
 * staff member who reads about many clients. `today` is MM/DD/YYYY.
 */
export function momentText(moment: string, today: string, timeZone: string): string {
  return `${dayInWords(shownDayAt(new Date(moment), timeZone), today)} at ${timeText(moment, timeZone)}`
}

/** An ISO timestamp as "11:59 PM EST", in the same time zone. */
export function timeText(moment: string, timeZone: string): string {
  return timeInWords(new Date(moment), timeZone)
}
