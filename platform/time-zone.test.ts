import assert from "node:assert/strict"
import { test } from "node:test"
import { shownDay, shownMoment } from "./text/dates.ts"
import { dayAt, hourAt, isTimeZone } from "./time-zone.ts"

test("ZONE-01 a client's time zone is an IANA name with rules, such as America/New_York; a missing one, an unknown one and an abbreviation are refused", () => {
  for (const name of ["America/New_York", "America/Port-au-Prince", "Pacific/Kiritimati"]) {
    assert.equal(isTimeZone(name), true, name)
  }
  const fixed = ["EST", "PST8PDT", "UTC", "-05:00", "Etc/GMT+5"]
  const wrong = ["", "America/Springfield", "America/", "Eastern Time", "../etc/passwd"]
  for (const name of [...fixed, ...wrong]) assert.equal(isTimeZone(name), false, name)
})

test("the date and the hour of an instant depend on the time zone", () => {
  const at = new Date("2026-03-03T04:59:00Z")
  assert.equal(dayAt(at, "America/New_York").toString(), "2026-03-02")
  assert.equal(hourAt(at, "America/New_York"), 23)
  assert.equal(dayAt(at, "Pacific/Kiritimati").toString(), "2026-03-03")
  assert.equal(hourAt(at, "Pacific/Kiritimati"), 18)
})

test("ZONE-05 a time of day includes the short name of its zone, before and after clocks change", () => {
  const moments = [
    ["2026-03-08T06:59:00Z", "Mar 8, 2026 at 1:59 AM EST"],
    ["2026-03-08T07:00:00Z", "Mar 8, 2026 at 3:00 AM EDT"],
    ["2026-11-01T05:30:00Z", "Nov 1, 2026 at 1:30 AM EDT"],
    ["2026-11-01T06:30:00Z", "Nov 1, 2026 at 1:30 AM EST"],
  ] as const
  for (const [at, shown] of moments) {
    assert.equal(shownMoment(new Date(at), "America/New_York"), shown)
  }
  assert.equal(shownDay(new Date("2026-03-03T04:59:00Z"), "America/New_York"), "03/02/2026")
})
