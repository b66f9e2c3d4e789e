/** "MM/DD/YYYY" of a plain date "YYYY-MM-DD"; empty without a date. */
export function shownDate(date: string | null): string {
  if (date === null) return ""
  const [year, month, day] = date.split("-")
  return `${month}/${day}/${year}`
}

/** "MM/DD/YYYY" of a moment, at the business location. */
export function shownDay(at: Date): string {
  const zone = Temporal.Now.timeZoneId()
  const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  return shownDate(day.toPlainDate().toString())
}

/** "YYYY-MM-DD" of "MM/DD/YYYY"; null of "". */
export function plainDateOf(shown: string): string | null {
  if (shown === "") return null
  const [month, day, year] = shown.split("/")
  return `${year}-${month}-${day}`
}
