import assert from "node:assert/strict"
import { test } from "node:test"
import { momentText } from "./moment-text.ts"

test("ZONE-02 an entry of the audit log has the client's day and time, regardless of the device's time zone", () => {
  const moment = "2026-03-02T05:59:00Z"
  const text = (zone: string) => momentText(moment, "long", zone).replace(/\s/gu, " ")
  assert.equal(text("America/New_York"), "March 2, 2026 at 12:59 AM EST")
  assert.equal(text("America/Los_Angeles"), "March 1, 2026 at 9:59 PM PST")
})
