import { randomBytes } from "node:crypto"
import pg from "pg"
import { type Database, openDatabase, type PostgresSource } from "#database/open.ts"
import type { Filling } from "./database.ts"
import { partitionBrandTables } from "./partitioned.store.ts"

/**
 * Creates a database with this filling on the PostgreSQL at `url`. Closing the database drops it.
 */
export async function openPostgresCopy(
  url: string,
  asked: Filling,
): Promise<Database & { url: string }> {
  const filling = inTestSchema(asked)
  const template = `template_${filling.key}`
  const name = `test_${randomBytes(8).toString("hex")}`
  await withAdmin(url, async (admin) => {
    await makeTemplate(admin, url, template, filling)
    // Copying the files is half the work of writing each page to the log.
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const source = sourceOf(url, name)
  const database = await openDatabase(source)
  return {
    ...database,
    url: source.url,
    async close() {
      await database.close()
      await withAdmin(url, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/**
 * TEST_POOLER_URL is a pooler in front of that PostgreSQL, which does not support named statements.
 */
function sourceOf(url: string, databaseName: string): PostgresSource {
  const pooler = process.env.TEST_POOLER_URL
  if (pooler === undefined) return { url: urlOf(url, databaseName) }
  return { url: urlOf(pooler, databaseName), namesStatements: false }
}

/** TEST_SCHEMA=partitioned partitions the tables of brands by client. */
function inTestSchema(filling: Filling): Filling {
  if (process.env.TEST_SCHEMA !== "partitioned") return filling
  return {
    key: `${filling.key}_parts`,
    async fill(database) {
      await filling.fill(database)
      await partitionBrandTables(database)
    },
  }
}

/** The templates that this process has found, with the URL of their server. */
const known = new Set<string>()

/**
 * Test processes start at the same time, so one creates the template and the others wait for it.
 */
async function makeTemplate(admin: pg.ClientBase, url: string, template: string, filling: Filling) {
  if (known.has(urlOf(url, template))) return
  await admin.query("select pg_advisory_lock(7236002)")
  const found = await admin.query("select 1 from pg_database where datname = $1", [template])
  if (found.rowCount === 0) {
    const unfinished = `${template}_unfinished`
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await admin.query(`create database ${unfinished}`)
    const database = await openDatabase({ url: urlOf(url, unfinished) })
    await filling.fill(database).finally(() => database.close())
    await admin.query(`alter database ${unfinished} rename to ${template}`)
  }
  await admin.query("select pg_advisory_unlock(7236002)")
  known.add(urlOf(url, template))
}

/** By URL, one connection for all copies of this process. Another one would cost a fourth of a copy. */
const admins = new Map<string, pg.Pool>()

async function withAdmin(url: string, work: (admin: pg.ClientBase) => Promise<unknown>) {
  const admin = await adminsAt(url).connect()
  let hasFailed = true
  try {
    await work(admin)
    hasFailed = false
  } finally {
    admin.release(hasFailed)
  }
}

function adminsAt(url: string): pg.Pool {
  const known = admins.get(url)
  if (known) return known
  // While it is idle, it keeps no test file from ending.
  const waits = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
  const pool = new pg.Pool({ connectionString: url, ...waits })
  // Without a listener, an "error" event ends the process.
  pool.on("error", () => {})
  admins.set(url, pool)
  return pool
}

function urlOf(url: string, databaseName: string): string {
  const changed = new URL(url)
  changed.pathname = `/${databaseName}`
  return changed.href
}
