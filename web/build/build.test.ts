// @prove-only commands

import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { test } from "node:test"

test("two builds at the same time leave one complete dist/, in which each tag has one hash", async () => {
  const builds = [1, 2].map(() => spawn(process.execPath, ["tools/build.ts"], { stdio: "ignore" }))
  const codes = await Promise.all(builds.map((build) => once(build, "exit")))
  assert.deepEqual(codes, [
    [0, null],
    [0, null],
  ])
  const tags = readFileSync("dist/index.html", "utf8").match(/<(script|link)[^>]*>/g) ?? []
  assert.ok(tags.length > 0)
  for (const tag of tags) assert.ok((tag.match(/ integrity=/g) ?? []).length <= 1, tag)
})
