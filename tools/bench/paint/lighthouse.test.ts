import assert from "node:assert/strict"
import { test } from "node:test"
import { reportIn } from "./lighthouse.ts"

test("a report that Lighthouse cut off, did not write or gave up is reported as such", () => {
  const whole = JSON.stringify({ finalDisplayedUrl: "http://x/", categories: {}, audits: {} })
  assert.equal(reportIn(whole).report?.finalDisplayedUrl, "http://x/")
  assert.deepEqual(reportIn(""), { fault: "it wrote no report" })
  assert.deepEqual(reportIn(whole.slice(0, -9)), { fault: "its report is cut off" })
  const runtimeError = { code: "NO_NAVSTART", message: "Something went wrong (NO_NAVSTART)" }
  const given = reportIn(JSON.stringify({ ...JSON.parse(whole), runtimeError }))
  assert.deepEqual(given, { fault: "Something went wrong (NO_NAVSTART)" })
})
