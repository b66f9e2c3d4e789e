import assert from "node:assert/strict"
import { test } from "node:test"
import { asOfText } from "./as-of-text.ts"

test("KEPT-07 the age of the data is shown in the client's time zone", () => {
  const moment = "2026-11-21T21:10:00.000Z"
  assert.equal(asOfText(moment, "America/New_York"), "November 21, 4:10 PM")
  assert.equal(asOfText(moment, "Pacific/Honolulu"), "November 21, 11:10 AM")
  assert.equal(asOfText("2026-11-22T04:59:59Z", "America/New_York"), "November 21, 11:59 PM")
  assert.equal(asOfText("2026-11-22T05:00:00Z", "America/New_York"), "November 22, 12:00 AM")
})
