import assert from "node:assert/strict"
import { test } from "node:test"
import { advised } from "./advice.ts"

test("CHECK-02 a folder without permissions and a table without permissions get separate advice", () => {
  const folder = "EACCES: permission denied, mkdir '/var/lib/my-account/documents'"
  assert.equal(advised(folder), `${folder}. Let the user of the server write there.`)
  assert.match(advised("permission denied", "EACCES"), /Let the user of the server write there\.$/)
  assert.match(advised("EROFS: read-only file system"), /Let the user of the server write there\.$/)
  const table = "permission denied for table payment"
  assert.match(
    advised(table, "42501"),
    /Run npm run my-account -- migrate with MIGRATE_DATABASE_URL/,
  )
})
