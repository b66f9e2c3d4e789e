import assert from "node:assert/strict"
import { test } from "node:test"
import type { Database, Transaction } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { writeTestBrands } from "#testing/brands.ts"
import { keepNumberOfEach, planWindowsOfEach } from "#testing/idle-brands.store.ts"

/** The number of statements during `work`, including those within transactions. */
async function countDuring(database: Database, work: () => Promise<unknown>): Promise<number> {
  const { rows, transaction } = database
  let statements = 0
  const counting =
    (queries: Queries, own: Queries["rows"]): Queries["rows"] =>
    async (statement) => {
      statements += 1
      return (await own.call(queries, statement)) as never
    }
  const counted = (tx: Transaction): Transaction => ({ ...tx, rows: counting(tx, tx.rows) })
  database.rows = counting(database, rows)
  database.transaction = (inside) =>
    transaction.call(database, (tx) => inside(counted(tx))) as never
  try {
    await work()
  } finally {
    Object.assign(database, { rows, transaction })
  }
  return statements
}

/**
 * The statements of one round of each job and of the metrics, in a server with empty caches that
 * starts after another one has done all due work.
 */
async function idleRounds(app: TestApp): Promise<Record<string, number>> {
  for (const round of app.rounds.values()) await round()
  const beside = await app.startBeside()
  try {
    const counts: Record<string, number> = {}
    for (const [job, round] of beside.rounds) {
      counts[job] = await countDuring(app.database, round)
    }
    counts.metrics = await countDuring(app.database, async () => {
      const response = await fetch(`http://127.0.0.1:${beside.port}/metrics`)
      assert.equal(response.status, 200)
      await response.text()
    })
    return counts
  } finally {
    await beside.close()
  }
}

test("JOB-01 a job round that finds nothing to do sends as few statements for many brands as for a few", async (t) => {
  const app = await startTestApp({ secondTenant: false })
  t.after(() => app.close())
  const { database, clock } = app
  await planWindowsOfEach(database, ["harbor"])
  await keepNumberOfEach(database, ["harbor"], clock.now())
  const few = await idleRounds(app)
  assert.ok(few.housekeeping && few["service checks"] && few["gateway sweep"], JSON.stringify(few))
  const names = Array.from({ length: 200 }, (_, n) => `brand${n}`)
  await writeTestBrands(
    database,
    clock,
    Object.fromEntries(names.map((name) => [name, "America/New_York"])),
  )
  await planWindowsOfEach(database, names)
  await keepNumberOfEach(database, names, clock.now())
  assert.deepEqual(await idleRounds(app), few)
})
