import { migrate } from "#database/migrating/migrate.ts"
import { type Database, openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { startPostgres } from "#testing/postgres.ts"
import { testAudit } from "#testing/secret-key.ts"
import { type Finding, median } from "../report.ts"
import { addWrittenRows, changeRow, slowCommits } from "./audited-writes.store.ts"

const seconds = 2
const people = 1_000
const writers = 32
const aims = { plain: 500, slow: 50 }
const slowMilliseconds = 10

/**
 * Measures transactions per second that change one row and add an audit entry, all for one client,
 * on PostgreSQL with its default settings: first unchanged, then with a commit that takes 10 ms
 * longer, as on a distributed engine. The same transactions without an audit entry alternate with
 * the first ones.
 */
export async function* auditedWrites(rounds = 5): AsyncGenerator<Finding> {
  await using stack = new AsyncDisposableStack()
  const postgres = await startPostgres({})
  stack.defer(() => postgres.stop())
  const limits = { connections: writers, connectSeconds: 30 }
  const database = await openDatabase({ url: postgres.url }, limits)
  stack.defer(() => database.close())
  await migrate(database)
  await addWrittenRows(database, people)
  const audited = createWriter(database, true)
  const unaudited = createWriter(database, false)

  await writesASecond(audited)
  const measured = { plain: [] as number[], unaudited: [] as number[], slow: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    measured.plain.push(await writesASecond(audited))
    measured.unaudited.push(await writesASecond(unaudited))
  }
  const what = "Audited writes a second, one brand"
  yield finding(what, measured.plain, aims.plain)
  yield finding("The same writes a second without audit", measured.unaudited)
  await slowCommits(database, slowMilliseconds)
  await writesASecond(audited)
  for (let round = 0; round < rounds; round += 1) measured.slow.push(await writesASecond(audited))
  yield finding(`${what}, ${slowMilliseconds} ms more a commit`, measured.slow, aims.slow)
}

/** Returns a function that writes for one person after the other. */
function createWriter(database: Database, isAudited: boolean) {
  const audit = testAudit(systemClock)
  let writes = 0
  return async () => {
    const person = writes % people
    writes += 1
    await database.transaction(async (tx) => {
      await changeRow(tx, person)
      if (!isAudited) return
      await audit.record(tx, {
        client: "harbor",
        action: "contact.change",
        actor: { kind: "customer", userid: `person-${person}` },
        accountNumber: `A${person}`,
        subjectUserid: `person-${person}`,
        ip: "203.0.113.9",
        before: { email: `old-${person}@example.com` },
        after: { email: `new-${person}@example.com` },
      })
    })
  }
}

async function writesASecond(write: () => Promise<void>): Promise<number> {
  const start = performance.now()
  let writes = 0
  const writeOn = async () => {
    while (performance.now() - start < seconds * 1_000) {
      await write()
      writes += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, writeOn))
  return writes / ((performance.now() - start) / 1_000)
}

/**
 * A finding that marks a missed aim. The aim depends on the disk, so missing it does not fail the
 * run.
 */
function finding(what: string, values: number[], aim?: number): Finding {
  const speed = median(values)
  const range = `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`
  const wanted = aim === undefined ? "" : `aim ${aim}; `
  return {
    what,
    value: speed.toFixed(0),
    bound: `${wanted}${values.length} rounds, ${range}`,
    isBelowAim: aim !== undefined && speed < aim,
  }
}
