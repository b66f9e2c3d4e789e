// @prove-only tenants

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { createTestClock } from "./clock.ts"
import { openDemoDatabase } from "./demo-database.ts"
import { createIsolation, type Isolation } from "./isolation.ts"
import { isolationCases } from "./isolation-cases.ts"
import { writeSecondTenant } from "./second-tenant/rows.store.ts"

let database: Database
let isolation: Isolation

before(async () => {
  database = await openDemoDatabase(createTestClock())
  await writeSecondTenant(database)
  isolation = await createIsolation(database)
  await isolation.prepare(isolationCases)
})

after(() => database?.close())

for (const tested of isolationCases) {
  test(`TENANT-01 the answers and changes for a client do not depend on another client's person with the same account number, policy numbers, record ids and username: ${tested.name}`, async () => {
    assert.deepEqual(await isolation.faultsOf(tested), [])
  })
}
