import assert from "node:assert/strict"
import { test } from "node:test"
import { calendarFile } from "./calendar-file.ts"

const info = {
  name: "Harbor, Mutual; \\Co",
  siteAddress: "https://my.harbor.example",
  now: new Date("2026-11-22T20:15:00Z"),
}

test("COMING-03 a calendar file has all-day events without a time zone, escaped texts and short lines", () => {
  const long = `Pay $5.00, or call; 24\\7\nNEW LINE\r\nEND:VCALENDAR ${"é".repeat(90)}`
  const event = { id: "abc", day: "2028-02-29", summary: long, description: "Text" }
  const file = calendarFile(info, [event])
  const lines = file.split("\r\n")
  assert.ok(!file.replaceAll("\r\n", "").match(/[\r\n]/), "only CRLF ends a line")
  for (const line of lines) assert.ok(Buffer.byteLength(line) <= 75, line)
  const whole = file.replaceAll("\r\n ", "")
  const has = (line: string) => assert.ok(whole.split("\r\n").includes(line), `${line}\n${whole}`)
  has("UID:abc@my.harbor.example")
  has("DTSTART;VALUE=DATE:20280229")
  has("DTSTAMP:20261122T201500Z")
  has("TRANSP:TRANSPARENT")
  has("CLASS:PRIVATE")
  has("PRODID:-//my.harbor.example//My Account//EN")
  has("X-WR-CALNAME:Harbor\\, Mutual\\; \\\\Co")
  assert.ok(file.endsWith("END:VCALENDAR\r\n"), "the last line ends as well")
  assert.match(whole, /SUMMARY:Pay \$5\.00\\, or call\\; 24\\\\7\\nNEW LINE\\n/)
  assert.equal(whole.match(/^END:VCALENDAR/gm)?.length, 1)
  assert.equal(calendarFile(info, [event]), file, "the same events make the same file")
})

test("COMING-03 a file without events is still a valid calendar", () => {
  assert.match(calendarFile(info, []), /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*END:VCALENDAR/)
})
