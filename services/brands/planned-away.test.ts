import assert from "node:assert/strict"
import { test } from "node:test"
import { plannedAway } from "./loading/planned-away.ts"
import { endText, type PlannedAway, plannedEnd } from "./planned-away.ts"

/** When the account system is available again, in New York unless another zone is given. */
function until(planned: PlannedAway[], now: string, timeZone = "America/New_York") {
  const at = new Date(now)
  const end = plannedEnd(plannedAway.parse(planned), timeZone, at)
  return end && endText(end, at)
}

const nightly = [{ from: "01:00", until: "04:00" }]

test("a nightly window lasts from its first to its last minute", () => {
  assert.equal(until(nightly, "2026-11-27T05:59:59Z"), undefined)
  assert.equal(until(nightly, "2026-11-27T06:00:00Z"), "4:00 a.m. Eastern Time")
  assert.equal(until(nightly, "2026-11-27T08:59:59Z"), "4:00 a.m. Eastern Time")
  assert.equal(until(nightly, "2026-11-27T09:00:00Z"), undefined)
  assert.equal(until(nightly, "2026-11-27T08:30:00Z", "America/Los_Angeles"), undefined)
})

test("a nightly window keeps its local time on every day of the year, and the account system is available otherwise", () => {
  const first = Temporal.PlainDate.from("2026-01-01")
  for (let n = 0; n < 366; n += 1) {
    const day = first.add({ days: n })
    const at = (time: string) =>
      new Date(
        day.toZonedDateTime({ timeZone: "America/New_York", plainTime: time }).epochMilliseconds,
      ).toISOString()
    assert.equal(until(nightly, at("03:59")), "4:00 a.m. Eastern Time", day.toString())
    for (const time of ["00:59", "04:00", "12:00", "23:59"]) {
      assert.equal(until(nightly, at(time)), undefined, `${day} ${time}`)
    }
  }
})

test("a window across midnight is a single window, and its end is shown with the day", () => {
  const over = [{ from: "23:00", until: "02:30" }]
  assert.equal(until(over, "2026-11-30T04:10:00Z"), "2:30 a.m. Eastern Time on Mon, Nov 30")
  assert.equal(until(over, "2026-11-30T06:10:00Z"), "2:30 a.m. Eastern Time")
  assert.equal(until(over, "2026-11-30T07:30:00Z"), undefined)
})

test("the field days lists the days on which a window begins", () => {
  const sundays: PlannedAway[] = [{ days: ["Sunday"], from: "23:00", until: "02:00" }]
  assert.equal(until(sundays, "2026-11-29T06:00:00Z"), undefined)
  assert.equal(until(sundays, "2026-11-30T06:00:00Z"), "2:00 a.m. Eastern Time")
  assert.equal(until(sundays, "2026-12-01T06:00:00Z"), undefined)
})

test("a one-time window applies once, also across days and the end of the year", () => {
  const once = [{ from: "2026-12-31T22:00", until: "2027-01-02T05:00" }]
  const text = "5:00 a.m. Eastern Time on Jan 2, 2027"
  assert.equal(until(once, "2027-01-01T03:00:00Z"), text)
  assert.equal(until(once, "2027-01-01T12:00:00Z"), text.replace("Jan 2, 2027", "Sat, Jan 2"))
  assert.equal(until(once, "2027-01-02T10:00:00Z"), undefined)
})

test("windows that touch or overlap count as one", () => {
  const two = [...nightly, { from: "2026-11-27T04:00", until: "2026-11-27T05:15" }]
  assert.equal(until(two, "2026-11-27T07:00:00Z"), "5:15 a.m. Eastern Time")
  const both = [...nightly, { from: "2026-11-27T02:00", until: "2026-11-27T03:00" }]
  assert.equal(until(both, "2026-11-27T07:30:00Z"), "4:00 a.m. Eastern Time")
})

test("windows without a gap end after at most nine days", () => {
  const always = [
    { from: "00:00", until: "12:00" },
    { from: "12:00", until: "00:00" },
  ]
  assert.match(
    until(always, "2026-11-27T12:00:00Z") ?? "",
    /^12:00 a\.m\. .* [A-Z][a-z]{2}, Dec \d$/,
  )
})

test("a clock change makes a window longer, never shorter", () => {
  // On March 8, 2:30 a.m. does not exist; on November 1, 1:30 a.m. occurs twice.
  const early = [{ from: "01:00", until: "02:30" }]
  assert.equal(until(early, "2026-03-08T07:15:00Z"), "3:30 a.m. Eastern Time")
  assert.equal(until(early, "2026-03-08T07:30:00Z"), undefined)
  const half = [{ from: "00:30", until: "01:30" }]
  assert.equal(until(half, "2026-11-01T05:45:00Z"), "1:30 a.m. Eastern Time")
  assert.equal(until(half, "2026-11-01T06:15:00Z"), "1:30 a.m. Eastern Time")
  assert.equal(until(half, "2026-11-01T06:30:00Z"), undefined)
})

test("client.json refuses an impossible window", () => {
  for (const wrong of [
    { from: "01:00", until: "01:00" },
    { from: "1:00", until: "04:00" },
    { from: "01:00", until: "24:00" },
    { from: "2026-11-29T22:00", until: "2026-11-29T21:00" },
    { from: "2026-11-29T22:00", until: "2026-12-29T22:00" },
    { from: "2026-02-30T01:00", until: "2026-02-30T02:00" },
    { from: "2026-11-29T22:00", until: "04:00" },
    { from: "2026-11-29T22:00Z", until: "2026-11-29T23:00Z" },
    { from: "01:00", until: "04:00", days: [] },
    { from: "01:00", until: "04:00", zone: "UTC" },
  ]) {
    assert.equal(plannedAway.safeParse([wrong]).success, false, JSON.stringify(wrong))
  }
  assert.deepEqual(plannedAway.parse(undefined), [])
})
