/**
 * Whether `name` is a time zone with rules, by its IANA name of the form "America/New_York".
 * Abbreviations such as "EST" and offsets such as "-05:00" are refused: they have no daylight
 * saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+)+$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** The date of an instant in a time zone. Error: `RangeError` for an unknown zone. */
export function dayAt(at: Date, timeZone: string): Temporal.PlainDate {
  return zoned(at, timeZone).toPlainDate()
}

/** The hour of an instant in a time zone, 0 to 23. Error: `RangeError` for an unknown zone. */
export function hourAt(at: Date, timeZone: string): number {
  return zoned(at, timeZone).hour
}

function zoned(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
}
