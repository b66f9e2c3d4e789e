import { type Weekday, weekdays } from "#contracts/brands/phone-hours.ts"
import { dateOnScreen } from "#platform/text/dates.ts"
import { dayAt } from "#platform/time-zone.ts"

/**
 * A time at which the account system is unavailable as planned; see `plannedAway` in client.json.
 */
export interface PlannedAway {
  /** A daily time such as "01:00", or a single time such as "2026-11-29T22:00". */
  from: string
  until: string
  days?: Weekday[] | undefined
}

interface Span {
  from: Temporal.ZonedDateTime
  until: Temporal.ZonedDateTime
}

/** The number of days for which windows that touch are joined. */
const mostDaysAhead = 8

/**
 * The end of the current planned window, in the client's time zone; undefined outside of all
 * windows. Windows that touch or overlap count as one. A time that a clock change repeats or skips
 * makes the window longer, not shorter.
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

/** The latest end of all spans that contain this moment. */
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

/** The text of an end, such as "4:00 a.m. Eastern Time", with the day unless it is today. */
export function endText(end: Temporal.ZonedDateTime, now: Date): string {
  const hour = `${end.hour % 12 || 12}:${String(end.minute).padStart(2, "0")}`
  const time = `${hour} ${end.hour < 12 ? "a.m." : "p.m."} ${zoneName(end)}`
  const today = dayAt(now, end.timeZoneId)
  if (end.toPlainDate().equals(today)) return time
  return `${time} on ${dateOnScreen(today)(end.toPlainDate().toString())}`
}

/** The name of the zone, such as "Eastern Time". */
function zoneName(end: Temporal.ZonedDateTime): string {
  const shown = end.toLocaleString("en-US", { hour: "numeric", timeZoneName: "longGeneric" })
  return shown.replace(/^.*?[AP]M /, "")
}
