import pg from "pg"
import type { Transaction } from "./open.ts"
import type { Statement } from "./sql.ts"
import { DatabaseUnavailable, isUnavailable } from "./unavailable.ts"

export interface Pool {
  rows<Row extends object>(statement: Statement): Promise<Row[]>
  /** One try; see `Database.transaction`. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Runs several statements at once, without values, in one transaction. */
  script(text: string): Promise<pg.QueryResult[]>
  end(): Promise<void>
}

/**
 * Connections to one database. What is wrong with a connection reaches the statement that used it,
 * as `DatabaseUnavailable`, and nothing else; that connection is never used again.
 */
export function createPool(config: pg.PoolConfig, place: string): Pool {
  const pool = new pg.Pool(config)
  // Without a listener, an event "error" ends the process. The pool listens to a connection only
  // while it is idle, so each gets a listener of ours for its whole life.
  pool.on("connect", (connection) => connection.on("error", () => {}))
  pool.on("error", () => {})

  async function connect(): Promise<pg.PoolClient> {
    return await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(place, { cause: error })
    })
  }

  async function run<Result>(answer: Promise<Result>): Promise<Result> {
    return await answer.catch((error: unknown) => {
      throw isUnavailable(error) ? new DatabaseUnavailable(place, { cause: error }) : error
    })
  }

  async function once<Result>(work: (connection: pg.PoolClient) => Promise<Result>) {
    const connection = await connect()
    let isBroken = false
    try {
      return await run(work(connection))
    } catch (error) {
      isBroken = isConnectionLost(error)
      throw error
    } finally {
      connection.release(isBroken)
    }
  }

  return {
    async rows<Row extends object>(statement: Statement) {
      return await once(async (connection) => (await connection.query<Row>(statement)).rows)
    },

    async transaction(work) {
      const connection = await connect()
      let isBroken = false
      try {
        await run(connection.query("begin"))
        const result = await work({
          rows: async <Row extends object>(statement: Statement) =>
            (await run(connection.query<Row>(statement))).rows,
          script: async (text) => {
            await run(connection.query(text))
          },
        })
        const { command } = await run(connection.query("commit"))
        // The database answers so, without an error, when a failed statement was passed over.
        if (command !== "COMMIT") throw new Error("A statement failed, so nothing was committed.")
        return result
      } catch (error) {
        // A connection that is dropped is rolled back; one that does not answer cannot be asked to.
        isBroken = isConnectionLost(error) || !(await isRolledBack(connection))
        throw error
      } finally {
        connection.release(isBroken)
      }
    },

    async script(text) {
      return await once(async (connection) => {
        const result: unknown = await connection.query(text)
        return Array.isArray(result) ? result : [result]
      })
    },

    end: () => pool.end(),
  }
}

async function isRolledBack(connection: pg.PoolClient): Promise<boolean> {
  return await connection.query("rollback").then(
    () => true,
    () => false,
  )
}

/** After an error that the database sent of a statement, the connection is as good as before. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false
  return (error.cause as { severity?: string }).severity !== "ERROR"
}
