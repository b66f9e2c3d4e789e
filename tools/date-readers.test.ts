import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { isTestCode } from "#testing/test-code.ts"

const root = join(import.meta.dirname, "..")

/**
 * Code that reads texts from outside. Leaves out browser code, tests, benchmarks, proofs, and the
 * sample that uses none of our code.
 */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(ts|mjs)$/.test(file) && existsSync(join(root, file)))
  .filter((file) =>
    /^(contracts|database|demo|examples|platform|ports|server|services|tools)\//.test(file),
  )
  .filter(
    (file) =>
      !isTestCode(file) &&
      !/\/conformance[\w-]*\.ts$|^(tools\/(bench|prove)|examples\/plain)\//.test(file),
  )

const reader = "contracts/outside-dates.ts"

/**
 * The one reader, and two readers of dates that we wrote ourselves: one must be fast, and browsers
 * run the other.
 */
const exempt = [
  reader,
  "services/products/due-status.ts: Date.parse(",
  "contracts/payments/bank-days.ts: new Date(Date.UTC(",
]

const others =
  /Date\.parse\(|z\.iso\.date(time)?\(|z\.coerce\.date\(|\\d\{4\}-\\d|\[0-9\]\{4\}-\[0-9\]/g
const dateOf = /new Date\(([^\n]*)/g
/** Milliseconds and literals, which never come from outside. */
const numbers =
  /^(\)|["'\d]|`\$\{(day|documentCreatedDate)\}T|[\w.]*(epochMilliseconds|getTime\(\))|[\w.]+ \* 1000|[\w.]*(chargedAt|dueAt)\)|at\)|Temporal\.(Instant|PlainDate)\.from\()/

function readersIn(file: string, text: string): string[] {
  const found = [
    ...text.matchAll(others),
    ...[...text.matchAll(dateOf)].filter(([, argument = ""]) => !numbers.test(argument)),
  ]
  return found
    .map(([match]) => `${file}: ${match}`)
    .filter((place) => !exempt.some((known) => place.startsWith(known)))
}

test(`only ${reader} reads dates and instants from texts`, () => {
  assert.ok(files.length > 500)
  const places = files.flatMap((file) => readersIn(file, readFileSync(join(root, file), "utf8")))
  assert.deepEqual(places, [], `use readDate, readInstant, plainDate or instant of ${reader}`)
})

test("date parsing is detected in every form", () => {
  const line = (text: string) => readersIn("a.ts", text).length
  for (const text of [
    "new Date(text)",
    "new Date(asOf ?? 0)",
    "new Date(row.at)",
    "Date.parse(text)",
    "z.iso.date()",
    "z.iso.datetime({ offset: true })",
    "z.coerce.date()",
    String.raw`/^\d{4}-\d{2}-\d{2}$/`,
    String.raw`/^\d{4}-\d\d-\d\d$/`,
  ]) {
    assert.equal(line(text), 1, text)
  }
  for (const text of [
    "new Date()",
    "new Date(0)",
    "new Date(created * 1000)",
    "new Date(time.getTime() + 1)",
  ]) {
    assert.equal(line(text), 0, text)
  }
})
