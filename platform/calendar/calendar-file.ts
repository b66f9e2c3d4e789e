import ical, { ICalEventClass, ICalEventTransparency } from "ical-generator"

/** An all-day event without a time zone. */
export interface DayEvent {
  /** Unique, and the same in every file, so that a calendar replaces the event. */
  id: string
  /** YYYY-MM-DD */
  day: string
  summary: string
  description: string
}

interface CalendarInfo {
  name: string
  /** The address of the site, such as https://my.example.com. */
  siteAddress: string
  /** The time at which the file is made. */
  now: Date
}

/** The text of a calendar file (RFC 5545). Its events are private and show the day as free. */
export function calendarFile(info: CalendarInfo, events: readonly DayEvent[]): string {
  const { name, siteAddress, now } = info
  const { hostname } = new URL(siteAddress)
  // The library escapes the texts of events, but not these two.
  const calendar = ical({
    name: name.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\s+/g, " "),
    prodId: { company: hostname, product: "My Account", language: "EN" },
  })
  for (const { id, day, summary, description } of events) {
    calendar.createEvent({
      id: `${id}@${hostname}`,
      stamp: now,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      description,
      url: siteAddress,
      class: ICalEventClass.PRIVATE,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return `${calendar.toString()}\r\n`
}
