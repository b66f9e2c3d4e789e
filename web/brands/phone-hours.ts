import { type PhoneHours, type Weekday, weekdays } from "#contracts/brands/phone-hours.ts"
import * as texts from "./texts.ts"

/**
 * Whether someone answers the phone now, such as "open until 8 p.m. ET" or "closed until Monday, 8
 * a.m. ET"; "" if the client has not set any hours.
 */
export function phoneHoursText(hours: readonly PhoneHours[], timeZone: string, now: Date): string {
  if (hours.length === 0) return ""
  if (weekdays.every((day) => spansOf(hours, day).some(isAllDay))) return texts.openDayAndNight
  const { day, time, zone } = localTime(timeZone, now)
  const open = spansOf(hours, day).find(({ opens, closes }) => opens <= time && time < closes)
  if (open) return texts.openUntil(clockText(open.closes), zone)
  const today = spansOf(hours, day).find(({ opens }) => time < opens)
  if (today) return texts.closedUntilToday(clockText(today.opens), zone)
  const ahead = daysAfter(day).find((one) => spansOf(hours, one).length > 0) ?? day
  const opens = clockText(spansOf(hours, ahead)[0]?.opens ?? "")
  return ahead === daysAfter(day)[0]
    ? texts.closedUntilTomorrow(opens, zone)
    : texts.closedUntil(ahead, opens, zone)
}

function spansOf(hours: readonly PhoneHours[], day: Weekday): PhoneHours[] {
  const spans = hours.filter(({ days }) => days.includes(day))
  return spans.sort((one, other) => one.opens.localeCompare(other.opens))
}

function isAllDay({ opens, closes }: PhoneHours): boolean {
  return opens === "00:00" && closes === "24:00"
}

/** The seven days after this one, ending with the same weekday. */
function daysAfter(day: Weekday): Weekday[] {
  const next = weekdays.indexOf(day) + 1
  return [...weekdays.slice(next), ...weekdays.slice(0, next)]
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
    day: parts.get("weekday") as Weekday,
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
