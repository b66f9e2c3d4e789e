// @prove-only conform

import assert from "node:assert/strict"
import { join } from "node:path"
import { test } from "node:test"
import { allChecks } from "#commands/conform/all-checks.ts"
import { readPeopleFile } from "#commands/conform/people-file.ts"
import { reportOf } from "#commands/conform/report.ts"
import { runChecks } from "#commands/conform/run.ts"
import { connect } from "#commands/conform/server.ts"
import { startPlainAccountSystem } from "#testing/plain-account-system.ts"
import { serve } from "./shared/serve.ts"
import { openSqlStore } from "./sql/sql-store.ts"

/** The only checks that a sample skips, because it offers one frequency per product. */
const notRun = [
  "changes how a product is paid once, only from the way that was seen",
  "gives the open bill that is not due yet the new frequency's price, as it was quoted",
  "leaves every bill that is due or paid as it is when the frequency changes",
]

async function conforms(
  { url, token }: { url: string; token: string },
  peopleFile: string,
): Promise<void> {
  const people = await readPeopleFile(join(import.meta.dirname, peopleFile))
  const server = connect(url, token)
  const results = await runChecks({ server, people, mayWrite: true, checks: allChecks })
  const others = results.filter(({ outcome, notUndone }) => outcome === "finding" || notUndone)
  assert.deepEqual(others, [], reportOf(results))
  const skipped = results.flatMap(({ outcome, name }) => (outcome === "notRun" ? [name] : []))
  assert.deepEqual(skipped, notRun)
}

test("CONFORM-05 an account system written from the contract alone follows every rule, also after a restart", async () => {
  const sample = await startPlainAccountSystem()
  try {
    await conforms(sample, "plain/people.json")
    await sample.lose(() => false)
    await conforms(sample, "plain/people.json")
  } finally {
    await sample.close()
  }
})

test("CONFORM-05 a SQL database with other table names follows every rule", async () => {
  const store = await openSqlStore()
  try {
    const served = await serve(store, {})
    await conforms(served, "sql/people.json").finally(() => served.close())
  } finally {
    await store.close()
  }
})
