import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"

test("ACCESS-01 media queries use widths in rem, so that large text gets the phone layout", () => {
  const files = globSync("web/**/*.css")
  assert.ok(files.length > 50)
  const inPixels = files.filter((file) => /@media[^{]*\dpx/.test(readFileSync(file, "utf8")))
  assert.deepEqual(inPixels, [])
})
