import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

const root = join(import.meta.dirname, "../..")
/** Code that reads the host to which a request was sent, or a header that claims to name it. */
const addressOfRequest =
  /request\.(host|hostname|port|protocol|originalUrl)\b|headers\.host\b|headers\[["']host|["']host["']\]|:authority|x-forwarded-(host|proto|port)|["']forwarded["']/i

test("ORIGIN-04 one file alone reads which host a request names", () => {
  const files = globSync("{server,services,platform,ports}/**/*.ts", { cwd: root }).filter(
    // These read the files of brands, and name what the settings mean: never a request.
    (file) =>
      !/\.test\.ts$|-fixture\.ts$|^services\/brands\/(loading|readiness)\/|^server\/config\/settings\//.test(
        file,
      ),
  )
  assert.ok(files.length > 200, "the files are found")
  const readers = files.filter((file) =>
    addressOfRequest.test(readFileSync(join(root, file), "utf8")),
  )
  assert.deepEqual(readers, ["platform/http/asked-host.ts"])
})
