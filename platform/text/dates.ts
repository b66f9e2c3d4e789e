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
