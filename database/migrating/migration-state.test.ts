import assert from "node:assert/strict"
import { test } from "node:test"
import { isEarlierVersion, version } from "#platform/version.ts"
import { whyRefused } from "./migration-state.ts"

test("UPGRADE-06 a database of another line of versions is neither used nor migrated", () => {
  const state = {
    hasTables: true,
    pending: ["0300-ours.sql"],
    later: ["0310-theirs.sql"],
    earliestServer: undefined,
  }
  assert.equal(
    whyRefused(state),
    `The database has 0310-theirs.sql of another version, and lacks 0300-ours.sql of this version, ${version}. Use a version that has both.`,
  )
  assert.equal(whyRefused({ ...state, later: [] }), undefined)
  assert.equal(whyRefused({ ...state, pending: [], earliestServer: version }), undefined)
  assert.match(`${whyRefused({ ...state, pending: [], earliestServer: "99.0.0" })}`, /99\.0\.0/)
})

test("UPGRADE-06 versions are compared by their numbers", () => {
  const pairs = [
    ["1.9.0", "1.10.0"],
    ["1.0.9", "1.1.0"],
    ["0.9.9", "1.0.0-rc.1"],
  ] as const
  for (const [one, other] of pairs) {
    assert.equal(isEarlierVersion(one, other), true)
    assert.equal(isEarlierVersion(other, one), false)
  }
  assert.equal(isEarlierVersion("1.0.0", "1.0.0"), false)
})
