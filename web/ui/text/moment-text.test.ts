import assert from "node:assert/strict"
import { test } from "node:test"
import { momentText } from "./moment-text.ts"

test("ZONE-02 an entry of the audit log has the client's day and time, regardless of the device's time zone", () => {
  const text = (zone: string, today: string) => momentText("2026-03-02T05:59:00Z", today, zone)
  assert.equal(text("America/New_York", "12/31/2026"), "Mon, Mar 2 at 12:59 AM EST")
  assert.equal(text("America/Los_Angeles", "12/31/2026"), "Sun, Mar 1 at 9:59 PM PST")
  assert.equal(text("America/New_York", "01/01/2027"), "Mar 2, 2026 at 12:59 AM EST")
})

test("KEPT-07 the age of the data is shown in the client's time zone", () => {
  const text = (moment: string, zone: string) => momentText(moment, "11/22/2026", zone)
  const moment = "2026-11-21T21:10:00.000Z"
  assert.equal(text(moment, "America/New_York"), "Sat, Nov 21 at 4:10 PM EST")
  assert.equal(text(moment, "Pacific/Honolulu"), "Sat, Nov 21 at 11:10 AM HST")
  assert.equal(text("2026-11-22T04:59:59Z", "America/New_York"), "Sat, Nov 21 at 11:59 PM EST")
  assert.equal(text("2026-11-22T05:00:00Z", "America/New_York"), "Sun, Nov 22 at 12:00 AM EST")
})
