import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type Server, type Socket } from "node:net"
import { after, before, test } from "node:test"
import pg from "pg"
import { startForwarder } from "#testing/forwarder.ts"
import { type Postgres, startPostgres } from "#testing/postgres.ts"
import { migrate } from "./migrating/migrate.ts"
import { type Database, openDatabase } from "./open.ts"
import { sql } from "./sql.ts"
import { DatabaseUnavailable } from "./unavailable.ts"

let postgres: Postgres
let database: Database
let admin: pg.Client

/**
 * Limits for the tests in which a limit ends something. The other tests have none, because a busy
 * machine may be slow.
 */
const limits = { connections: 1, connectSeconds: 5, statementSeconds: 2 }

before(async () => {
  postgres = await startPostgres()
  database = await openDatabase({ url: postgres.url })
  await migrate(database)
  await database.transaction((tx) =>
    tx.script("create table public.note (id int primary key, text text)"),
  )
  admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
})

after(async () => {
  await admin.end()
  await database.close()
  await postgres.stop()
})

/** Ends every connection except that of `admin`; resolves after at least one was ended. */
async function cut(): Promise<void> {
  for (;;) {
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    )
    if (rowCount !== null && rowCount > 0) return
  }
}

test("OUTAGE-01 a connection cut between two statements of a transaction fails only that transaction", async () => {
  for (let n = 0; n < 20; n += 1) {
    const failing = database.transaction(async (tx) => {
      await tx.rows(sql`insert into public.note values (${n}, 'lost')`)
      await cut()
      // Waits for the driver to notice while no statement is running.
      await new Promise((resolve) => setTimeout(resolve, 20))
      await tx.rows(sql`select 1`)
    })
    await assert.rejects(failing, DatabaseUnavailable)
  }
  assert.deepEqual(await database.rows(sql`select 1 from public.note where text = 'lost'`), [])
})

test("OUTAGE-01 a connection cut during a statement fails only that statement", async () => {
  for (let n = 0; n < 5; n += 1) {
    const failing = assert.rejects(database.rows(sql`select pg_sleep(30)`), DatabaseUnavailable)
    await untilAsleep(1)
    await cut()
    await failing
  }
  assert.equal((await database.rows(sql`select 1`)).length, 1)
})

test("OUTAGE-02 a deadlock is repeated until both transactions succeed", async () => {
  await database.rows(sql`insert into public.note values (101, ''), (102, '')`)
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const both = [
    [101, 102],
    [102, 101],
  ].map(([first, second], index) =>
    database.transaction(async (tx) => {
      runs += 1
      await tx.rows(sql`update public.note set text = text || 'x' where id = ${first}`)
      holding[index]?.resolve()
      await holding[1 - index]?.promise
      await tx.rows(sql`update public.note set text = text || 'x' where id = ${second}`)
    }),
  )
  await Promise.all(both)
  assert.ok(runs >= 3, "one of them ran again")
  const rows = await database.rows<{ text: string }>(
    sql`select text from public.note where id in (101, 102)`,
  )
  assert.deepEqual(rows, [{ text: "xx" }, { text: "xx" }])
})

test("OUTAGE-02 a serialization failure is repeated", async () => {
  await database.rows(sql`insert into public.note values (103, '')`)
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const both = [0, 1].map((index) =>
    database.transaction(async (tx) => {
      runs += 1
      await tx.script("set transaction isolation level serializable")
      await tx.rows(sql`select text from public.note where id = 103`)
      holding[index]?.resolve()
      await holding[1 - index]?.promise
      await tx.rows(sql`update public.note set text = text || 'x' where id = 103`)
    }),
  )
  await Promise.all(both)
  assert.ok(runs >= 3, "one of them ran again")
  const rows = await database.rows(sql`select text from public.note where id = 103`)
  assert.deepEqual(rows, [{ text: "xx" }])
})

test("OUTAGE-02 repetitions are bounded, and other errors are not repeated", async () => {
  let runs = 0
  const conflicting = database.transaction(async (tx) => {
    runs += 1
    await tx.script("do $$ begin raise exception using errcode = '40001'; end $$")
  })
  await assert.rejects(conflicting, DatabaseUnavailable)
  assert.equal(runs, 10)
  runs = 0
  const wrong = database.transaction(async (tx) => {
    runs += 1
    await tx.script("select nothing")
  })
  await assert.rejects(wrong, { code: "42703" })
  assert.equal(runs, 1)
})

test("OUTAGE-09 a commit whose answer is lost is not repeated: it may have been made, and was", async (t) => {
  const forwarder = await startForwarder(Number(new URL(postgres.url).port))
  const address = `postgres://postgres@127.0.0.1:${forwarder.port}/postgres`
  const behind = await openDatabase({ url: address })
  t.after(async () => {
    await behind.close()
    await forwarder.close()
  })
  let runs = 0
  const failing = behind.transaction(async (tx) => {
    runs += 1
    await tx.rows(sql`insert into public.note values (105, '')`)
    forwarder.dropAnswers()
  })
  const failed = assert.rejects(failing, DatabaseUnavailable)
  const made = sql`select 1 from public.note where id = 105`
  while ((await database.rows(made)).length === 0) await pause()
  forwarder.cut()
  await failed
  assert.equal(runs, 1)
})

test("OUTAGE-03 a statement or an idle transaction that takes too long is ended", async (t) => {
  const limited = await openDatabase({ url: postgres.url }, limits)
  t.after(() => limited.close())
  await assert.rejects(limited.rows(sql`select pg_sleep(30)`), { code: "57014" })
  const limitsSet = await limited.rows<{ idle: string }>(
    sql`select current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  assert.deepEqual(limitsSet, [{ idle: "10s" }])
})

test("OUTAGE-03 a statement that waits too long for a free connection fails, while the database stays ready", async (t) => {
  const limited = await openDatabase({ url: postgres.url }, limits)
  t.after(() => limited.close())
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = limited.transaction(async (tx) => {
    await tx.rows(sql`select 1`)
    held.resolve()
    await free.promise
  })
  await held.promise
  await assert.rejects(limited.rows(sql`select 1`), DatabaseUnavailable)
  while (!(await limited.takesWrites())) await pause()
  free.resolve()
  await holder
})

test("OUTAGE-04 a database that does not answer is given up in time", async (t) => {
  const silent = await startSilentServer()
  t.after(silent.close)
  const away = await openDatabase({ url: `postgres://x@127.0.0.1:${silent.port}/x` }, limits)
  assert.equal(await away.takesWrites(), false)
  assert.equal(await away.answers(), false)
  await assert.rejects(away.rows(sql`select 1`), DatabaseUnavailable)
  await away.close()
})

test("OUTAGE-04 a database that refuses writes is not ready, and is ready again afterwards", async () => {
  const readOnly = (value: string) =>
    admin.query(`alter system set default_transaction_read_only = ${value}`)
  while (!(await database.takesWrites())) await pause()
  await readOnly("on")
  await admin.query("select pg_reload_conf()")
  while (await database.takesWrites()) await pause()
  while (!(await database.answers())) await pause()
  await assert.rejects(database.rows(sql`delete from public.note`), { code: "25006" })
  await readOnly("off")
  await admin.query("select pg_reload_conf()")
  while (!(await database.takesWrites())) await pause()
})

test("a transaction in which a failed statement was ignored fails", async () => {
  const passing = database.transaction(async (tx) => {
    await tx.rows(sql`insert into public.note values (104, '')`)
    await tx.rows(sql`insert into public.note values (104, '')`).catch(() => undefined)
  })
  await assert.rejects(passing, /nothing was committed/)
  assert.deepEqual(await database.rows(sql`select 1 from public.note where id = 104`), [])
})

test("OUTAGE-05 a wrong database name is distinguished from an unavailable database", async () => {
  const wrong = new URL(postgres.url)
  wrong.pathname = "/nowhere"
  const opened = await openDatabase({ url: wrong.href })
  await assert.rejects(opened.rows(sql`select 1`), (error) => {
    assert.ok(error instanceof DatabaseUnavailable)
    assert.equal(error.isConfiguration, true)
    assert.match(error.message, new RegExp(`at 127.0.0.1:${wrong.port} is not available`))
    return true
  })
  await opened.close()
})

async function untilAsleep(count: number): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(
      "select 1 from pg_stat_activity where wait_event = 'PgSleep' and state = 'active'",
    )
    if (rows.length >= count) return
    await pause()
  }
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20))
}

/** A server that accepts connections and never answers, like a frozen database. */
async function startSilentServer(): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
