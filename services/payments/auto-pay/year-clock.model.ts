/** Four time zones of the United States: two with clock changes and two without. */
export const yearZones = {
  "of-new-york": "America/New_York",
  "of-los-angeles": "America/Los_Angeles",
  "of-honolulu": "Pacific/Honolulu",
  "of-phoenix": "America/Phoenix",
}
export type YearClient = keyof typeof yearZones
export const yearClients = Object.keys(yearZones) as YearClient[]

/** Local times around midnight, around the morning run, and in the evening. */
const times = ["00:00", "05:59", "06:00", "12:00", "20:00", "23:59"]

/** The year starting here has both clock changes, February 29 and every month's end. */
export const yearStart = "2027-09-20"

/** The date in a client's time zone. */
export function dayOfClient(client: YearClient, at: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  return instant.toZonedDateTimeISO(yearZones[client]).toPlainDate().toString()
}

/** The time of day in a client's time zone, such as 06:00. */
export function timeOfClient(client: YearClient, at: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  return instant.toZonedDateTimeISO(yearZones[client]).toPlainTime().toString().slice(0, 5)
}

/** The simulated times of these dates in each time zone, in order. */
export function momentsOf(dates: readonly string[]): Temporal.Instant[] {
  const found = new Map<number, Temporal.Instant>()
  for (const timeZone of Object.values(yearZones)) {
    for (const date of dates) {
      for (const plainTime of times) {
        const zoned = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime })
        found.set(zoned.epochMilliseconds, zoned.toInstant())
      }
    }
  }
  return [...found.values()].sort(Temporal.Instant.compare)
}

/**
 * Whether a date is near the start of a month or a New York clock change, or a day on which a
 * charge for the start of a month is announced.
 */
export function isEdge(date: string): boolean {
  const day = Temporal.PlainDate.from(date)
  const charged = day.add({ days: 10 })
  if (charged.day <= 2 || charged.daysInMonth === charged.day) return true
  if (day.day <= 2 || day.daysInMonth - day.day <= 2) return true
  const around = day.subtract({ days: 1 }).toZonedDateTime("America/New_York")
  const change = around.getTimeZoneTransition("next")
  return change !== null && around.until(change, { largestUnit: "hours" }).hours < 72
}
