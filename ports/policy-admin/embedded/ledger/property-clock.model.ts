import type { Random } from "#testing/random.ts"

/** Named time zones with different rules: both sides of UTC, with and without clock changes. */
export const lawZones = [
  "America/New_York",
  "America/Los_Angeles",
  "Pacific/Honolulu",
  "America/Phoenix",
  "Pacific/Kiritimati",
]

/** Times of day around midnight, and in the hours that a clock change skips or repeats. */
const times = ["00:00", "00:01", "01:30", "02:30", "06:00", "12:00", "20:00", "23:59"]

/**
 * Generates the moments of a history. A step lasts days and ends at a critical moment of the time
 * zone.
 */
export function createHistoryClock(random: Random, zone: string, start: string) {
  let now = Temporal.PlainDate.from(start).toZonedDateTime({ timeZone: zone, plainTime: "12:00" })

  return {
    now: () => new Date(now.epochMilliseconds),
    /** Returns whether the step ended on a day on which the clocks change. */
    step(): boolean {
      const from = now
      const next = now.add({ days: 1 + random.below(24) }).withPlainTime(random.pick(times))
      const change = from.getTimeZoneTransition("next")
      const stopsAtChange =
        change !== null &&
        Temporal.ZonedDateTime.compare(change, next) < 0 &&
        change.toPlainDate().equals(from.toPlainDate()) === false
      if (!stopsAtChange) now = next
      else {
        const minutes = random.pick([-90, -1, 0, 1, 90])
        now = random.below(2) === 0 ? change.add({ minutes }) : change.withPlainTime("23:59")
      }
      return stopsAtChange
    },
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The date of an instant in a time zone, calculated with Intl and independent of the product's
 * function.
 */
export function calendarDay(at: Date, zone: string): string {
  const known = formats.get(zone)
  // The Swedish date format is YYYY-MM-DD.
  const format = known ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" })
  if (!known) formats.set(zone, format)
  return format.format(at)
}
