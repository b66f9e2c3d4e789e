import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import pg from "pg"
import { lockFolder } from "./lock.ts"
import { PgliteStream } from "./pglite-stream.ts"
import type { Queries, Statement } from "./sql.ts"

export interface Transaction extends Queries {
  /** Runs the statements of a migration file: several at once, without values. */
  script(text: string): Promise<void>
}

export interface Database extends Queries {
  engine: "PGlite" | "PostgreSQL"
  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws.
   * Never await the outside world (mail, gateway, another system) inside it.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Whether it answers now. Never throws. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Opens PostgreSQL at `url`, or PGlite in `folder`, or over a PGlite `engine` that is already up.
 *
 * Errors: an `Error` when another process holds the folder; the driver's own when PostgreSQL
 * cannot be reached (on first use).
 */
export async function openDatabase(
  source: { url: string } | { folder: string } | { engine: PGlite },
): Promise<Database> {
  if ("url" in source) {
    const pool = new pg.Pool({ connectionString: source.url, max: 10, types })
    // An idle connection that breaks is replaced on next use; without a listener it would end the process.
    pool.on("error", () => {})
    return overPool("PostgreSQL", pool, async () => {})
  }
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

function overPglite(engine: PGlite, closeEngine: () => Promise<void>): Database {
  const config: pg.PoolConfig & { stream: () => PgliteStream } = {
    max: 1,
    idleTimeoutMillis: 0,
    // There is one connection: work that waits for it inside a transaction would wait for ever.
    connectionTimeoutMillis: 30_000,
    user: "postgres",
    database: "postgres",
    stream: () => new PgliteStream(engine),
    // The pool gives up the connection of a statement that failed. The engine has one session for
    // all, so that a new connection finds what the last one left there.
    onConnect: async (connection) => {
      await connection.query("rollback; deallocate all")
    },
    types,
  }
  return overPool("PGlite", new pg.Pool(config as pg.PoolConfig), closeEngine)
}

function overPool(
  engine: Database["engine"],
  pool: pg.Pool,
  closeEngine: () => Promise<void>,
): Database {
  return {
    engine,
    rows: (statement) => rowsOf(pool, statement),
    async transaction(work) {
      const connection = await pool.connect()
      let broken = false
      try {
        await connection.query("begin")
        const result = await work({
          rows: (statement) => rowsOf(connection, statement),
          async script(text) {
            await connection.query(text)
          },
        })
        await connection.query("commit")
        return result
      } catch (error) {
        await connection.query("rollback").catch(() => {
          broken = true
        })
        throw error
      } finally {
        connection.release(broken)
      }
    },
    async answers() {
      return await pool.query("select 1").then(
        () => true,
        () => false,
      )
    },
    async close() {
      await pool.end()
      await closeEngine()
    },
  }
}

async function rowsOf<Row extends object>(
  runner: pg.Pool | pg.PoolClient,
  statement: Statement,
): Promise<Row[]> {
  const result = await runner.query<Row>(statement)
  return result.rows
}

/** Plain dates stay text (YYYY-MM-DD): a Date would move them with the time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as "text")
  },
}
