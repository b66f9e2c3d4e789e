import assert from "node:assert/strict"
import { test } from "node:test"
import { UsageError } from "#server/config/command-line.ts"
import { readRefreshOptions } from "./refresh-options.ts"

test("--as-of with a nonexistent day is refused and not moved to the next day", () => {
  for (const text of [
    "2026-04-31T23:00:00-05:00",
    "2026-02-29T23:00:00Z",
    "0026-04-30T23:00:00Z",
  ]) {
    assert.throws(() => readRefreshOptions({ "as-of": text }), UsageError, text)
  }
  const read = readRefreshOptions({ "as-of": "2026-04-30T23:00:00-05:00" })
  assert.equal(
    read(new Date("2026-05-02T00:00:00Z")).refresh.asOf?.toISOString(),
    "2026-05-01T04:00:00.000Z",
  )
})
