import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { type PhoneHours, weekdays } from "#contracts/brands/phone-hours.ts"
import { phoneHoursText } from "./phone-hours.ts"

const [, , , , , saturday, sunday] = weekdays
const hours: PhoneHours[] = [
  { days: weekdays.slice(0, 5), opens: "08:00", closes: "20:00" },
  { days: [saturday], opens: "09:30", closes: "12:00" },
]

const said = (moment: string, of = hours) =>
  phoneHoursText(of, "America/New_York", new Date(moment))

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
