// @prove-only conform

import assert from "node:assert/strict"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { allChecks } from "#tools/conform/all-checks.ts"
import { readPeopleFile } from "#tools/conform/people-file.ts"
import { reportOf } from "#tools/conform/report.ts"
import { runChecks } from "#tools/conform/run.ts"
import { connect } from "#tools/conform/server.ts"
import { openCsvStore } from "./csv/csv-store.ts"
import { serve } from "./shared/serve.ts"
import type { Store } from "./shared/store.ts"
import { openSqlStore } from "./sql/sql-store.ts"

/** The only check that a sample skips: it offers one frequency for each product. */
const notRun = ["changes how a product is paid once, only from the way that was seen"]

async function conforms(store: Store, peopleFile: string): Promise<void> {
  const people = await readPeopleFile(join(import.meta.dirname, peopleFile))
  const served = await serve(store, {})
  try {
    const server = connect(served.url, served.token)
    const results = await runChecks({ server, people, mayWrite: true, checks: allChecks })
    const others = results.filter(({ outcome, notUndone }) => outcome === "finding" || notUndone)
    assert.deepEqual(others, [], reportOf(results))
    const skipped = results.flatMap(({ outcome, name }) => (outcome === "notRun" ? [name] : []))
    assert.deepEqual(skipped, notRun)
  } finally {
    await served.close()
  }
}

test("CONFORM-05 a folder of nightly CSV files keeps every rule, also after a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "csv-example-"))
  try {
    cpSync(join(import.meta.dirname, "csv/data"), folder, { recursive: true })
    await conforms(await openCsvStore(folder), "csv/people.json")
    await conforms(await openCsvStore(folder), "csv/people.json")
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test("CONFORM-05 a SQL database with other table names keeps every rule", async () => {
  const store = await openSqlStore()
  try {
    await conforms(store, "sql/people.json")
  } finally {
    await store.close()
  }
})
