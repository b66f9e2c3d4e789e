import assert from "node:assert/strict"
import { test } from "node:test"
import { withoutClearSession } from "./clear-session-query.ts"

test("SESSION-05 the address requests the end of the session once, and keeps the rest of its query", () => {
  for (const [search, others] of [
    ["?clearSession=true", ""],
    ["?clearSession", ""],
    ["?clearSession=", ""],
    ["?clearSession%3Dtrue", ""],
    ["?clearSession%3dtrue&union=steelworkers", "union=steelworkers"],
    ["?clearSession%253Dtrue", ""],
    ["?a=1&clearSession=true&clearSession=1&b=%3D", "a=1&b=%3D"],
  ] as const) {
    assert.equal(withoutClearSession(search), others, search)
    assert.equal(withoutClearSession(`?${others}`), undefined, "it does not ask again")
  }
  for (const search of [
    "",
    "?",
    "?a=clearSession",
    "?clearSessionX=1",
    "?clearSession-x=1",
    "?clearSession.",
    "?clearSession%20=1",
  ]) {
    assert.equal(withoutClearSession(search), undefined, search)
  }
})
