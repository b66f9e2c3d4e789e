// @both-engines

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { installationTables } from "./installation-tables.expected.ts"
import type { Database } from "./open.ts"
import { keysWithoutClient, type TableKeys } from "./table-keys.ts"

let database: Database
let tables: TableKeys[]

before(async () => {
  database = await openTestDatabase()
  tables = await keysWithoutClient(database)
})

after(() => database?.close())

const isOfInstallation = (table: string) => table in installationTables

test("GROW-03 every key of a brand's table begins with the client, and every listed table exists", () => {
  const faults = tables
    .filter(({ table }) => !isOfInstallation(table))
    .filter(
      ({ hasClient, unique, foreign }) =>
        // A foreign key may refer to a table of the installation, which exists everywhere.
        !(hasClient && unique.length === 0 && foreign.every(isOfInstallation)),
    )
    .map(({ table }) => table)
  assert.deepEqual(faults, [])
  const names = new Set(tables.map(({ table }) => table))
  assert.deepEqual(
    Object.keys(installationTables).filter((table) => !names.has(table)),
    [],
  )
})
