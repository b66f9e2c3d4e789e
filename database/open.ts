import { existsSync } from "node:fs"
import { join } from "node:path"
import { Duplex } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import { PGlite } from "@electric-sql/pglite"
import pg from "pg"
import { lockFolder } from "./lock.ts"
import { type Connections, createPool, type Pool } from "./pool.ts"
import type { Queries } from "./sql.ts"
import { DatabaseUnavailable, isToRepeat } from "./unavailable.ts"
import { createWriteCheck } from "./write-check.ts"

const mostTries = 10
const firstWaitMs = 10
const longestWaitMs = 320

/**
 * Runs `work` again, at most ten times in all, while the database rolls it back because of a
 * deadlock or a serialization failure. Waits a random time in between, at most 2 s in all, so that
 * conflicting transactions do not collide again.
 *
 * Errors: those of `work`; `DatabaseUnavailable` after the last try.
 */
async function repeatConflicts<Result>(
  place: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isToRepeat(error)) throw error
      if (tries === mostTries) throw new DatabaseUnavailable(place, { cause: error })
      await sleep(Math.random() * Math.min(firstWaitMs * 2 ** tries, longestWaitMs))
    }
  }
}

/**
 * Connects the PostgreSQL driver to PGlite: passes the bytes that the driver would send over a
 * socket directly to the engine. Both engines share one driver, with its pool, types, errors and
 * named statements.
 */
class PgliteStream extends Duplex {
  #engine: PGlite

  constructor(engine: PGlite) {
    super()
    this.#engine = engine
  }

  connect() {
    queueMicrotask(() => this.emit("connect"))
    return this
  }

  override _read() {
    // Replies are pushed when they arrive.
  }

  override _write(message: Uint8Array, _encoding: string, done: (error?: Error) => void) {
    this.#engine.execProtocolRaw(message).then((reply) => {
      if (reply.length > 0) this.push(Buffer.from(reply))
      done()
    }, done)
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  // Socket methods that the driver calls and an in-process engine does not need.
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}

export interface Transaction extends Queries {
  /** Runs the statements of a migration file: several at once, without values. */
  script(text: string): Promise<void>
}

export interface Database extends Queries {
  engine: "PGlite" | "PostgreSQL"
  /**
   * Runs `work` in one transaction: commits when it returns, rolls back when it throws.
   *
   * `work` runs again from its start when the database rolls it back because of a deadlock or a
   * serialization failure. It may therefore only change rows of `tx`, or values that a second run
   * sets again (a cookie, an assigned variable). It must not await anything outside the database
   * (email, gateway, another system): that would happen twice, and the database ends a transaction
   * that idles for 10 seconds.
   *
   * Errors: those of `work`; `DatabaseUnavailable`. If the connection is lost during the commit,
   * the outcome is unknown. The commit is not repeated here; the caller's own key of the action
   * (idempotency key, single-use code) recognizes a repetition.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Whether the database answers now; resolves within 2 s. Never throws. */
  answers(): Promise<boolean>
  /**
   * Whether rows can be written now: false while the database is unavailable, frozen, read-only or
   * out of space. Resolves within 2 s, even while every connection is in use. Never throws.
   */
  takesWrites(): Promise<boolean>
  /** The connections of this process, for monitoring. */
  connections(): Connections
  /**
   * PGlite's folder as a compressed tar, which contains all commits so far. May be called within a
   * transaction. PostgreSQL has its own programs for this.
   */
  dump?(): Promise<Blob>
  close(): Promise<void>
}

/**
 * Time limits in seconds, and the number of connections of one process. PGlite has one connection.
 */
export interface DatabaseLimits {
  /** Number of connections for statements; the readiness check has one more. */
  connections: number
  /** Limit for opening a connection, or for waiting until one is free. */
  connectSeconds: number
  /** Limit for a statement: the database ends it then, and the server gives up a second later. */
  statementSeconds?: number
}

/** Limits for commands and tests, which may run long statements. */
const patient: DatabaseLimits = { connections: 10, connectSeconds: 30 }
/** Transactions await nothing but the database, so one that idles this long is stuck. */
const idleTransactionSeconds = 10
const keepAliveSeconds = 10

/** A PostgreSQL database. */
export interface PostgresSource {
  url: string
  /**
   * Whether a connection keeps prepared statements by name; true by default. A pooler that gives
   * each transaction another connection loses them.
   */
  namesStatements?: boolean
}

type Source = PostgresSource | { folder: string }

/**
 * Whether opening PGlite at this source would create a new, empty database. PostgreSQL databases
 * are never created here.
 */
export function isMissing(source: Source): source is { folder: string } {
  return "folder" in source && !existsSync(join(source.folder, "pglite"))
}

/**
 * Opens PostgreSQL at `url`, PGlite in `folder`, or a PGlite `engine` that already runs.
 *
 * Errors: an `Error` if another process holds the folder. PostgreSQL is contacted on first use,
 * which throws `DatabaseUnavailable` with its host and port.
 */
export async function openDatabase(
  source: Source | { engine: PGlite },
  limits: DatabaseLimits = patient,
): Promise<Database> {
  if ("url" in source) return overPostgres(source, limits)
  if ("engine" in source) return overPglite(source.engine, () => source.engine.close())
  const unlock = lockFolder(source.folder)
  const engine = await PGlite.create(join(source.folder, "pglite")).catch((error: unknown) => {
    unlock()
    throw error
  })
  return overPglite(engine, async () => {
    await engine.close()
    unlock()
  })
}

function overPostgres({ url, namesStatements }: PostgresSource, limits: DatabaseLimits): Database {
  const { connections, connectSeconds, statementSeconds } = limits
  const common = {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveSeconds * 1000,
  }
  const config: pg.PoolConfig = {
    ...common,
    max: connections,
    connectionTimeoutMillis: connectSeconds * 1000,
    types,
    ...(statementSeconds !== undefined && {
      idle_in_transaction_session_timeout: idleTransactionSeconds * 1000,
      statement_timeout: statementSeconds * 1000,
      // A frozen database never ends a statement, so the driver gives up the connection.
      query_timeout: (statementSeconds + 1) * 1000,
    }),
  }
  // A separate connection: busy connections say nothing about the state of the database.
  const ownCheck: pg.PoolConfig = {
    ...common,
    max: 1,
    connectionTimeoutMillis: 1_500,
    query_timeout: 1_500,
  }
  const place = placeOf(url)
  const pool = createPool(config, place, { namesStatements: namesStatements ?? true })
  return overPools("PostgreSQL", place, pool, createPool(ownCheck, place), async () => {})
}

function overPglite(engine: PGlite, closeEngine: () => Promise<void>): Database {
  const config: pg.PoolConfig & { stream: () => PgliteStream } = {
    max: 1,
    idleTimeoutMillis: 0,
    // With only one connection, waiting for it inside a transaction would never end.
    connectionTimeoutMillis: 30_000,
    user: "postgres",
    database: "postgres",
    stream: () => new PgliteStream(engine),
    // The pool drops the connection of a failed statement. The engine has one session for all
    // connections, so a new connection finds the state that the last one left.
    onConnect: async (connection) => {
      await connection.query("rollback; deallocate all")
    },
    types,
  }
  const pool = createPool(config as pg.PoolConfig, "PGlite", { copies: false })
  return {
    ...overPools("PGlite", "PGlite", pool, pool, closeEngine),
    dump: () => engine.dumpDataDir("gzip"),
  }
}

function overPools(
  engine: Database["engine"],
  place: string,
  pool: Pool,
  checkPool: Pool,
  closeEngine: () => Promise<void>,
): Database {
  const check = createWriteCheck(checkPool)
  return {
    engine,
    rows: (statement) => repeatConflicts(place, () => pool.rows(statement)),
    transaction: (work) => repeatConflicts(place, () => pool.transaction(work)),
    answers: check.answers,
    takesWrites: check.takesWrites,
    connections: pool.connections,
    async close() {
      await pool.end()
      if (checkPool !== pool) await checkPool.end()
      await closeEngine()
    },
  }
}

/** Host and port as `pg` reads them from the address, for messages, without credentials. */
function placeOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url })
  return `${host}:${port}`
}

/** Plain dates stay text (YYYY-MM-DD): a Date would move them with the time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as "text")
  },
}
