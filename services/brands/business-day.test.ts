import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { isTestCode } from "#testing/test-code.ts"

const root = join(import.meta.dirname, "../..")
const product =
  "{commands/load,contracts,database,platform,ports,server,services,web,tools/demo-documents}/**/*.{ts,tsx}"
const samples = /\/(conformance[\w-]*|example-folder)\.ts$/

/** Code that takes a date or a time of day from UTC or from the zone of the process or device. */
const zoneless =
  /Temporal\.Now\b|\.toISOString\(\)\.(slice|split|substring)|\.get(UTC)?(FullYear|Month|Date|Day|Hours)\(|timeZone: "|::date at time zone|\bcurrent_date\b/
/** Code that formats an instant. The zone has to be in the same call. */
const formatted = /\.toLocale(Date|Time)?String\(|DateTimeFormat\(/

const exceptions: Record<string, string> = {
  "contracts/payments/bank-days.ts": "counts days of the calendar in UTC: browsers lack Temporal",
  "platform/time-zone.ts": "checks the names of zones",
  "services/brands/planned-away.ts": "shows a moment in the zone that it carries",
  "web/ui/text/moment-text.ts": "shows staff an instant in their own zone, with its name",
  "web/shell/footer/footer.tsx": "shows the year of the copyright",
}

function zonelessLines(text: string): string[] {
  return text
    .split("\n")
    .filter((line, index, lines) => {
      if (zoneless.test(line)) return true
      return formatted.test(line) && !/\btimeZone\b/.test(lines.slice(index, index + 4).join(" "))
    })
    .map((line) => line.trim())
}

test("ZONE-06 no code takes a date or a time of day without a time zone", () => {
  const files = globSync(product, { cwd: root }).filter(
    (file) => !isTestCode(file) && !samples.test(file),
  )
  assert.ok(files.length > 600)
  const found = files
    .filter((file) => exceptions[file] === undefined)
    .flatMap((file) =>
      zonelessLines(readFileSync(join(root, file), "utf8")).map((line) => `${file}: ${line}`),
    )
  assert.deepEqual(found, [])
})

test("ZONE-06 the check finds a date without a time zone", () => {
  for (const line of [
    "const today = Temporal.Now.plainDateISO()",
    "const day = payment.submittedAt.toISOString().slice(0, 10)",
    "const year = new Date().getFullYear()",
    'new Intl.DateTimeFormat("en-US", { timeZone: "UTC" })',
    'at.toLocaleDateString("en-US", { dateStyle: "long" })',
  ]) {
    assert.deepEqual(zonelessLines(line), [line])
  }
  assert.deepEqual(zonelessLines('at.toLocaleDateString("en-US", { timeZone })'), [])
})

/** Code that writes a date in words, or formats one in a way that could differ from the others. */
const dateWriter =
  /\.toLocaleDateString\(|\bdateStyle\b|\bmonth: "(numeric|2-digit|long|short|narrow)"|"(Jan|January)"/

test("READ-02 only contracts/dates.ts writes dates in words, and the head of printed pages", () => {
  const files = globSync(product, { cwd: root }).filter((file) => !isTestCode(file))
  const found = files.filter((file) => dateWriter.test(readFileSync(join(root, file), "utf8")))
  assert.deepEqual(found.sort(), ["contracts/dates.ts", "web/shell/printing/print-head.tsx"])
})
