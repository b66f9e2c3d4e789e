import { type Weekday, weekdays } from "#contracts/brands/phone-hours.ts"
import { dayAt } from "#platform/time-zone.ts"

/** A time at which the account system is away as planned; see `plannedAway` of client.json. */
export interface PlannedAway {
  /** "01:00", or once: "2026-11-29T22:00". */
  from: string
  until: string
  days?: Weekday[] | undefined
}

interface Span {
  from: Temporal.ZonedDateTime
  until: Temporal.ZonedDateTime
}

/** Windows that touch are followed for so many days. */
const mostDaysAhead = 8

/**
 * The end of the planned window at this moment, in the client's time zone; undefined outside of all. Windows
 * that touch or overlap are one. A time that a change of the clocks repeats or leaves out makes the window
 * longer, not shorter.
 */
export function plannedEnd(
  planned: readonly PlannedAway[],
  zone: string,
  now: Date,
): Temporal.ZonedDateTime | undefined {
  const moment = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const spans = planned.flatMap((one) => spansOf(one, moment))
  let end: Temporal.ZonedDateTime | undefined
  for (let next = endAt(spans, moment); next; next = endAt(spans, next)) end = next
  return end
}

/** The latest end of the spans that contain this moment. */
function endAt(spans: readonly Span[], moment: Temporal.ZonedDateTime) {
  const { compare } = Temporal.ZonedDateTime
  return spans
    .filter(({ from, until }) => compare(from, moment) <= 0 && compare(moment, until) < 0)
    .map(({ until }) => until)
    .sort(compare)
    .at(-1)
}

function spansOf({ from, until, days }: PlannedAway, moment: Temporal.ZonedDateTime): Span[] {
  const zoned = (at: Temporal.PlainDateTime, disambiguation: "earlier" | "later") =>
    at.toZonedDateTime(moment.timeZoneId, { disambiguation })
  const span = (begins: Temporal.PlainDateTime, ends: Temporal.PlainDateTime): Span => ({
    from: zoned(begins, "earlier"),
    until: zoned(ends, "later"),
  })
  if (from.includes("T")) {
    return [span(Temporal.PlainDateTime.from(from), Temporal.PlainDateTime.from(until))]
  }
  const yesterday = moment.toPlainDate().subtract({ days: 1 })
  return Array.from({ length: mostDaysAhead + 1 }, (_, n) => yesterday.add({ days: n }))
    .filter((day) => !days || days.includes(weekdays[day.dayOfWeek - 1] ?? "Monday"))
    .map((day) => {
      const lastDay = until > from ? day : day.add({ days: 1 })
      return span(
        day.toPlainDateTime(Temporal.PlainTime.from(from)),
        lastDay.toPlainDateTime(Temporal.PlainTime.from(until)),
      )
    })
}

/** "4:00 a.m. Eastern Time", with the day unless it is today. */
export function endText(end: Temporal.ZonedDateTime, now: Date): string {
  const hour = `${end.hour % 12 || 12}:${String(end.minute).padStart(2, "0")}`
  const time = `${hour} ${end.hour < 12 ? "a.m." : "p.m."} ${zoneName(end)}`
  const today = dayAt(now, end.timeZoneId)
  if (end.toPlainDate().equals(today)) return time
  return `${time} on ${end.toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" })}`
}

/** "Eastern Time". */
function zoneName(end: Temporal.ZonedDateTime): string {
  const shown = end.toLocaleString("en-US", { hour: "numeric", timeZoneName: "longGeneric" })
  return shown.replace(/^.*?[AP]M /, "")
}
