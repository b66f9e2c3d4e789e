import type { InitData } from "#contracts/brands/clients.ts"
import { type PhoneHours, type Weekday, weekdays } from "#contracts/brands/phone-hours.ts"
import { dayInWords, shownDayAt } from "#contracts/dates.ts"
import * as texts from "./texts.ts"

type Client = Pick<InitData, "phoneHours" | "closed" | "timeZone">

/** A day of the client. */
interface Day {
  /** Such as "11/26/2026". */
  shown: string
  weekday: Weekday
}

/**
 * Whether someone answers the phone now, such as "open until 8 p.m. ET", "closed until Monday, 8
 * a.m. ET" or "closed today (holiday), opens tomorrow, 8 a.m. ET"; "" if the client has not set any
 * hours.
 */
export function phoneHoursText(client: Client, now: Date): string {
  if (client.phoneHours.length === 0) return ""
  const { today, time, zone } = localTime(client.timeZone, now)
  const dayAfter = daysAfter(client.timeZone, now)
  const spans = spansOf(client, today)
  const open = spans.find(({ opens, closes }) => opens <= time && time < closes)
  if (open && isAlwaysOpen(client, dayAfter(1))) return texts.openDayAndNight
  if (open) return texts.openUntil(clockText(open.closes), zone)
  const isHoliday = isClosed(client, today)
  const later = spans.find(({ opens }) => time < opens)
  if (later) return texts.closedUntil(clockText(later.opens), zone)
  const next = nextOpening(client, today, dayAfter)
  if (!next) return isHoliday ? texts.closedToday : texts.closed
  const opening = `${next.day}, ${clockText(next.opens)}`
  return isHoliday ? texts.closedTodayOpens(opening, zone) : texts.closedUntil(opening, zone)
}

/** The hours of a day, in order; none on a day of `closed`. */
function spansOf(client: Client, day: Day): PhoneHours[] {
  if (isClosed(client, day)) return []
  const spans = client.phoneHours.filter(({ days }) => days.includes(day.weekday))
  return spans.sort((one, other) => one.opens.localeCompare(other.opens))
}

/** Whether the phone is answered day and night, also tomorrow. */
function isAlwaysOpen(client: Client, tomorrow: Day): boolean {
  const { phoneHours } = client
  const allDays = phoneHours.filter(isAllDay).flatMap(({ days }) => days)
  return weekdays.every((day) => allDays.includes(day)) && spansOf(client, tomorrow).length > 0
}

/** The first opening after today; undefined if each day of the next years is in `closed`. */
function nextOpening(
  client: Client,
  today: Day,
  dayAfter: (days: number) => Day,
): { day: string; opens: string } | undefined {
  // A day of the week with hours returns each week, and `closed` can take it that often.
  const weeks = (client.closed?.length ?? 0) + 1
  for (let n = 1; n <= weeks * 7; n += 1) {
    const day = dayAfter(n)
    const [first] = spansOf(client, day)
    if (first) return { day: dayText(day, n, today), opens: first.opens }
  }
  return undefined
}

/** The day in `n` days, such as "tomorrow", "Monday", or the date of a day that is a week away. */
function dayText({ shown, weekday }: Day, n: number, today: Day): string {
  if (n === 1) return texts.tomorrow
  return n < 7 ? weekday : dayInWords(shown, today.shown)
}

/** Whether the client lists the day, such as a holiday. */
function isClosed({ closed = [] }: Client, { shown }: Day): boolean {
  const [month, day, year] = shown.split("/")
  return closed.includes(`${year}-${month}-${day}`)
}

const dayLength = 86_400_000

/** The day of the client so many days after `now`. */
function daysAfter(timeZone: string, now: Date): (days: number) => Day {
  const [hour = 0, minute = 0] = localTime(timeZone, now).time.split(":").map(Number)
  // A clock change moves noon by an hour, and never to another day.
  const noon = now.getTime() + (12 * 60 - (hour * 60 + minute)) * 60_000
  return (days) => localTime(timeZone, new Date(noon + days * dayLength)).today
}

function isAllDay({ opens, closes }: PhoneHours): boolean {
  return opens === "00:00" && closes === "24:00"
}

function localTime(timeZone: string, now: Date) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "shortGeneric",
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return {
    today: { shown: shownDayAt(now, timeZone), weekday: parts.get("weekday") as Weekday },
    time: `${parts.get("hour")}:${parts.get("minute")}`,
    zone: parts.get("timeZoneName") ?? "",
  }
}

/** "08:00" as "8 a.m."; noon and midnight by name. */
function clockText(time: string): string {
  if (time === "12:00") return texts.noon
  if (time === "00:00" || time === "24:00") return texts.midnight
  const [hour = 0, minute = 0] = time.split(":").map(Number)
  const minutes = minute === 0 ? "" : `:${time.slice(3)}`
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? "a.m." : "p.m."}`
}
