import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { isTestCode } from "#testing/test-code.ts"

const root = join(import.meta.dirname, "../..")
/** Matches code that reads the host of a request, or a header that may contain it. */
const addressOfRequest =
  /request\.(host|hostname|port|protocol|originalUrl)\b|headers\.host\b|headers\[["']host|["']host["']\]|:authority|x-forwarded-(host|proto|port)|["']forwarded["']/i

test("ORIGIN-04 only one file reads the host of a request", () => {
  const files = globSync("{server,services,platform,ports}/**/*.ts", { cwd: root }).filter(
    // These files read brand folders or describe settings, never a request.
    (file) =>
      !isTestCode(file) &&
      !/^services\/brands\/(loading|readiness)\/|^server\/config\/settings\//.test(file),
  )
  assert.ok(files.length > 200, "the files are found")
  const readers = files.filter((file) =>
    addressOfRequest.test(readFileSync(join(root, file), "utf8")),
  )
  assert.deepEqual(readers, ["platform/http/asked-host.ts"])
})
