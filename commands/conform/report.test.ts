import assert from "node:assert/strict"
import { test } from "node:test"
import { SaxesParser } from "saxes"
import { junitOf } from "./junit.ts"
import { reportOf } from "./report.ts"
import type { Result } from "./run.ts"

const results: Result[] = [
  { group: "Reading", name: "holds", outcome: "holds", seconds: 0.5 },
  { group: "Reading", name: "is not run", outcome: "notRun", seconds: 0, reason: "no person" },
  {
    group: "Payments & more",
    name: "fails",
    outcome: "finding",
    seconds: 1,
    sent: ['POST /v1/person {"a":"<&\u0000\ud800"} → 200 x'],
    expected: "one",
    came: "two",
    notUndone: "it was away",
  },
]

test("CONFORM-04 the report groups the checks, and a finding shows what was sent, expected and received", () => {
  assert.equal(
    reportOf(results),
    [
      "Reading",
      "  ok    holds",
      "  -     is not run (not run: no person)",
      "",
      "Payments & more",
      "  FAIL  fails",
      '        sent:     POST /v1/person {"a":"<&\u0000\ud800"} → 200 x',
      "        expected: one",
      "        came:     two",
      "        not undone: it was away",
      "",
      "3 checks: 1 hold, 1 finding, 1 not run. 1 check could not undo what it changed.",
      "Not tried, because they cannot be undone: issueBills, and a skipCharge that takes effect.",
    ].join("\n"),
  )
})

test("CONFORM-04 the JUnit file is XML with a suite for each group, also with characters that XML lacks", () => {
  const seen: string[] = []
  const parser = new SaxesParser()
  parser.on("error", (error) => assert.fail(error))
  parser.on("opentag", ({ name, attributes }) => seen.push(`${name} ${attributes.name ?? ""}`))
  parser.on("text", (text) => seen.push(text.trim()))
  parser.write(junitOf(results)).close()
  assert.deepEqual(seen.filter(Boolean), [
    "testsuites conform",
    "testsuite Reading",
    "testcase holds",
    "testcase is not run",
    "skipped ",
    "testsuite Payments & more",
    "testcase fails",
    "failure ",
    'sent: POST /v1/person {"a":"<&\ufffd\ufffd"} → 200 x\nexpected: one\ncame: two',
  ])
})
