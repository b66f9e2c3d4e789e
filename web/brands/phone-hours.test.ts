import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import fc from "fast-check"
import { type PhoneHours, weekdays } from "#contracts/brands/phone-hours.ts"
import { phoneHoursText } from "./phone-hours.ts"

const [, , , , , saturday, sunday] = weekdays
const hours: PhoneHours[] = [
  { days: weekdays.slice(0, 5), opens: "08:00", closes: "20:00" },
  { days: [saturday], opens: "09:30", closes: "12:00" },
]

const timeZone = "America/New_York"
const said = (moment: string, phoneHours = hours, closed: string[] = []) =>
  phoneHoursText({ phoneHours, closed, timeZone }, new Date(moment))

test("HELP-02 the hours beside the phone number follow the client's time zone, not the device's", () => {
  // 2026-11-20 is a Friday; New York is at UTC−5.
  assert.equal(said("2026-11-20T12:59:00Z"), "closed until 8 a.m. ET")
  assert.equal(said("2026-11-20T13:00:00Z"), "open until 8 p.m. ET")
  assert.equal(said("2026-11-21T00:59:00Z"), "open until 8 p.m. ET")
  assert.equal(said("2026-11-21T01:00:00Z"), "closed until tomorrow, 9:30 a.m. ET")
  assert.equal(said("2026-11-21T16:00:00Z"), "open until noon ET")
  assert.equal(said("2026-11-21T17:00:00Z"), "closed until Monday, 8 a.m. ET")
  assert.equal(said("2026-07-03T12:00:00Z"), "open until 8 p.m. ET", "in daylight saving time")
})

test("HELP-02 the hours cover day and night until midnight, and are absent if the client has not set them", () => {
  const always = [{ days: [...weekdays], opens: "00:00", closes: "24:00" }]
  assert.equal(said("2026-11-22T03:00:00Z", always), "open day and night")
  const late = [{ days: [sunday], opens: "18:00", closes: "24:00" }]
  assert.equal(said("2026-11-23T04:00:00Z", late), "open until midnight ET")
  assert.equal(said("2026-11-23T06:00:00Z", late), "closed until Sunday, 6 p.m. ET")
  assert.equal(said("2026-11-23T06:00:00Z", []), "")
})

test("HELP-05 on a holiday the phone is closed all day, from midnight to midnight of the client's time zone", () => {
  const onThanksgiving = (moment: string) => said(moment, hours, ["2026-11-26"])
  assert.equal(onThanksgiving("2026-11-26T00:59:00Z"), "open until 8 p.m. ET")
  assert.equal(onThanksgiving("2026-11-26T04:59:00Z"), "closed until Friday, 8 a.m. ET")
  const closed = "closed today (holiday), opens tomorrow, 8 a.m. ET"
  assert.equal(onThanksgiving("2026-11-26T05:00:00Z"), closed)
  assert.equal(onThanksgiving("2026-11-26T15:00:00Z"), closed)
  assert.equal(onThanksgiving("2026-11-27T04:59:00Z"), closed)
  assert.equal(onThanksgiving("2026-11-27T05:00:00Z"), "closed until 8 a.m. ET")
  assert.equal(onThanksgiving("2026-11-27T13:00:00Z"), "open until 8 p.m. ET")
})

test("HELP-05 the next opening skips weekends and further holidays", () => {
  const christmas = ["2026-12-24", "2026-12-25", "2026-12-26"]
  const noon = "2026-12-24T17:00:00Z"
  assert.equal(said(noon, hours, christmas), "closed today (holiday), opens Monday, 8 a.m. ET")
  const wednesday = "2026-12-24T02:00:00Z"
  assert.equal(said(wednesday, hours, christmas), "closed until Monday, 8 a.m. ET")
  const weeks = Array.from({ length: 9 }, (_, n) => `2026-12-${23 + n}`)
  const untilNewYear = [...weeks, "2027-01-01", "2027-01-02"]
  assert.match(
    said(noon, hours, untilNewYear),
    /^closed today \(holiday\), opens .*Jan\w* 4.*, 8 a\.m\. ET$/,
  )
  assert.equal(
    said("2026-12-27T17:00:00Z", hours, untilNewYear.slice(0, 5)),
    "closed today (holiday), opens tomorrow, 8 a.m. ET",
    "on a Sunday, which has no hours",
  )
})

test("HELP-05 a phone answered day and night closes at the midnight before a holiday", () => {
  const always = [{ days: [...weekdays], opens: "00:00", closes: "24:00" }]
  const at = (moment: string) => said(moment, always, ["2026-11-26"])
  assert.equal(at("2026-11-24T17:00:00Z"), "open day and night")
  assert.equal(at("2026-11-25T17:00:00Z"), "open until midnight ET")
  assert.equal(at("2026-11-26T17:00:00Z"), "closed today (holiday), opens tomorrow, midnight ET")
})

test("HELP-05 without any further opening, no day is named", () => {
  const sundays = [{ days: [sunday], opens: "08:00", closes: "12:00" }]
  const at = (moment: string) => said(moment, sundays, ["2026-11-29", "2026-12-06"])
  assert.match(
    at("2026-11-29T17:00:00Z"),
    /^closed today \(holiday\), opens .*Dec\w* 13.*, 8 a\.m\. ET$/,
  )
  assert.equal(
    said("2026-11-29T17:00:00Z", [{ days: [], opens: "08:00", closes: "12:00" }]),
    "closed",
  )
})

test("HELP-05 for all hours, holidays and moments, the phone is open exactly within the hours of a day that is not a holiday", () => {
  const time = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, "0")}:00`)
  const span = fc.record({
    days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
    opens: time,
    closes: time,
  })
  const phoneHours = fc
    .array(span, { minLength: 1, maxLength: 3 })
    .map((spans) => spans.filter(({ opens, closes }) => opens < closes))
    .filter((spans) => spans.length > 0)
  const first = Temporal.PlainDate.from("2026-10-30")
  const day = fc.integer({ min: 0, max: 40 }).map((days) => first.add({ days }).toString())
  const zone = fc.constantFrom("America/New_York", "America/Los_Angeles", "Pacific/Honolulu")
  const minute = fc.integer({ min: 0, max: 40 * 24 * 60 })
  fc.assert(
    fc.property(
      phoneHours,
      fc.array(day),
      zone,
      minute,
      (phoneHours, closed, timeZone, minutes) => {
        const at = Temporal.Instant.from("2026-10-30T12:00:00Z").add({ minutes })
        const local = at.toZonedDateTimeISO(timeZone)
        const [date, clock] = [local.toPlainDate().toString(), local.toPlainTime().toString()]
        const isHoliday = closed.includes(date)
        const weekday = weekdays[local.dayOfWeek - 1] ?? "Monday"
        const isOpen =
          !isHoliday &&
          phoneHours.some(
            ({ days, opens, closes }) =>
              days.includes(weekday) && opens <= clock && clock.slice(0, 5) < closes,
          )
        const text = phoneHoursText(
          { phoneHours, closed, timeZone },
          new Date(at.epochMilliseconds),
        )
        assert.equal(text.startsWith("open "), isOpen, text)
        assert.equal(text.startsWith("closed today (holiday), opens "), isHoliday, text)
        if (!isOpen && !isHoliday) assert.match(text, /^closed until /)
      },
    ),
  )
})

test("HELP-05 the demo brands with office hours have the holidays of this year and the next", () => {
  for (const client of ["harbor", "trades", "electricians", "steelworkers"]) {
    const file = new URL(`../../demo/clients/${client}/client.json`, import.meta.url)
    const { closed } = JSON.parse(readFileSync(file, "utf8"))
    for (const day of ["2026-11-26", "2026-12-25", "2027-01-01", "2027-11-25", "2027-12-24"]) {
      assert.ok(closed.includes(day), `${client} ${day}`)
    }
  }
})

test("HELP-02 the header and Contact Us of the demo brands show the same hours as the phone number", () => {
  for (const client of ["harbor", "trades", "electricians", "steelworkers"]) {
    const read = (name: string) =>
      readFileSync(new URL(`../../demo/clients/${client}/${name}`, import.meta.url), "utf8")
    const { phoneHours, timeZone } = JSON.parse(read("client.json"))
    const spans = phoneHours as PhoneHours[]
    const times = spans.flatMap(({ opens, closes }) => [spoken(opens), spoken(closes)])
    const days = spans.flatMap(({ days }) => [days[0], days.length > 1 ? days.at(-1) : undefined])
    for (const name of ["content/header-phone-info.html", "content/contact-us.html"]) {
      const text = read(name)
      assert.deepEqual(text.match(/\d+ [ap]\.m\./g), times, `${client} ${name}`)
      const named = text.match(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/g)
      assert.deepEqual(
        named,
        days.flatMap((day) => day?.slice(0, 3) ?? []),
        `${client} ${name}`,
      )
      const zone = timeZone === "America/Chicago" ? "Central" : "Eastern"
      assert.match(text, new RegExp(`p\\.m\\. ${zone}`), `${client} ${name}`)
    }
  }
})

/** "08:00" as "8 a.m." */
function spoken(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12} ${hour < 12 ? "a.m." : "p.m."}`
}
