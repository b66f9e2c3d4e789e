import { finished } from "node:stream/promises"
import pg from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { camelRows } from "./camel-case.ts"
import type { Transaction } from "./open.ts"
import type { Statement } from "./sql.ts"
import { DatabaseUnavailable, isStalePlan, isUnavailable } from "./unavailable.ts"

export interface Pool {
  rows<Row extends object>(statement: Statement): Promise<Row[]>
  /** One try; see `Database.transaction`. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Runs several statements at once, without values, in one transaction. */
  script(text: string): Promise<pg.QueryResult[]>
  connections(): Connections
  end(): Promise<void>
}

/** The connections of a pool now. `waiting`: requests without a connection yet. */
export interface Connections {
  busy: number
  idle: number
  waiting: number
  most: number
}

/**
 * Connections to one database, whose engine may not support `copies` from standard input. Without
 * `namesStatements`, each statement is prepared each time it runs, so that the next one may run on
 * another connection. A connection error reaches only the statement that used the connection, as
 * `DatabaseUnavailable`; the connection is never used again.
 */
export function createPool(
  config: pg.PoolConfig,
  place: string,
  { namesStatements = true, copies = true } = {},
): Pool {
  const pool = new pg.Pool(config)
  // Without a listener, an "error" event ends the process. The pool listens to a connection only
  // while it is idle, so each connection gets our own listener for its whole life.
  pool.on("connect", (connection) => connection.on("error", () => {}))
  pool.on("error", () => {})

  /**
   * A part of the names of statements, which changes after a migration so that all are prepared
   * again.
   */
  let renewed = ""
  let renewals = 0

  const sent = ({ name, text, values }: Statement): pg.QueryConfig =>
    namesStatements && name !== "" ? { name: `${name}${renewed}`, text, values } : { text, values }

  async function connect(): Promise<pg.PoolClient> {
    return await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(place, { cause: error })
    })
  }

  async function run<Result>(answer: Promise<Result>): Promise<Result> {
    return await answer.catch((error: unknown) => {
      if (isStalePlan(error)) renewed = `-${++renewals}`
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
      return await once(async (connection) =>
        camelRows<Row>(await connection.query(sent(statement))),
      )
    },

    async transaction(work) {
      const connection = await connect()
      let isBroken = false
      try {
        await run(connection.query("begin"))
        const oneAtATime = createTurns()
        const copyIn = async (text: string, rows: string) => {
          const stream = connection.query(copyFrom(text))
          stream.end(rows)
          await finished(stream)
        }
        const result = await work({
          rows: async <Row extends object>(statement: Statement) =>
            camelRows<Row>(await oneAtATime(() => run(connection.query(sent(statement))))),
          ...(copies && {
            copy: ({ text }: Statement, rows: string) => oneAtATime(() => run(copyIn(text, rows))),
          }),
          script: async (text) => {
            await oneAtATime(() => run(connection.query(text)))
          },
        })
        const { command } = await run(connection.query("commit"))
        // The database replies this way, without an error, after a statement failed and was
        // ignored.
        if (command !== "COMMIT") throw new Error("A statement failed, so nothing was committed.")
        return result
      } catch (error) {
        // Dropping a connection rolls it back, and a connection that does not answer cannot receive
        // a rollback.
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

    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: pool.options.max,
    }),

    end: () => pool.end(),
  }
}

/**
 * Refuses a statement while another one of the same transaction runs. After the first failure, the
 * others would run outside the transaction, on a connection that someone else may use.
 */
function createTurns() {
  let isBusy = false
  return async <Result>(statement: () => Promise<Result>): Promise<Result> => {
    if (isBusy) throw new Error("A transaction runs one statement at a time.")
    isBusy = true
    try {
      return await statement()
    } finally {
      isBusy = false
    }
  }
}

async function isRolledBack(connection: pg.PoolClient): Promise<boolean> {
  return await connection.query("rollback").then(
    () => true,
    () => false,
  )
}

/** An error that the database sent for a statement leaves the connection usable. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false
  return (error.cause as { severity?: string }).severity !== "ERROR"
}
