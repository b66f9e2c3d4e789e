import assert from "node:assert/strict"
import { test } from "node:test"
import { circleIn } from "./ordered-files.ts"

test("a circle of imports is found from any file, and a diamond is not a circle", () => {
  const diamond = { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }
  assert.deepEqual(circleIn(new Map(Object.entries(diamond))), [])
  const circle = { ...diamond, d: ["e"], e: ["c"] }
  assert.deepEqual(circleIn(new Map(Object.entries(circle))).toSorted(), ["c", "d", "e"])
  assert.deepEqual(circleIn(new Map([["a", ["a"]]])), ["a"])
})
