import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { isTestCode } from "#testing/test-code.ts"

const folder = join(import.meta.dirname, "..")

/**
 * The only files that write payment emails: required ones, and the announcement of a charge, which
 * itself stores that the customer was not informed.
 */
const writers = ["auto-pay/charge-notices.ts", "differences/required-email.ts"]

test("FAILURE-08 every email about payments counts and stores that it did not have an address", () => {
  const files = globSync("**/*.ts", { cwd: folder }).filter((name) => !isTestCode(name))
  assert.ok(files.length > 100)
  const found = files.filter((name) =>
    /\boutbox\b(?!\.ts)/.test(readFileSync(join(folder, name), "utf8")),
  )
  assert.deepEqual(found.toSorted(), writers)
})
