// @prove-also models

import assert from "node:assert/strict"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { sendHostileRequests } from "#testing/hostile-requests.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"

for (const seed of modelSeeds()) {
  test(`ORIGIN-08 no request line, host or path makes the server fail (seed ${seed})`, async (t) => {
    const files = await mkdtemp(join(tmpdir(), "my-account-files-"))
    t.after(() => rm(files, { recursive: true }))
    await writeFile(join(files, "a.js"), "export {}")
    const { statuses, wrong } = await sendHostileRequests({
      count: isFullSize ? 10_000 : 2_500,
      seed,
      files,
    })
    t.diagnostic(JSON.stringify(statuses))
    assert.deepEqual(wrong, [])
    // Some requests got past the first check.
    for (const status of ["200", "400", "404"]) assert.ok(statuses[status], status)
  })
}
