import type { Database } from "#database/open.ts"

/** A database that answers one server late. */
export interface SlowDatabase {
  database: Database
  /** Runs this once, after the server's next reads and before the transaction that stores. */
  meanwhile(work: () => Promise<unknown>): void
}

export function createSlowDatabase(database: Database): SlowDatabase {
  let waiting: (() => Promise<unknown>) | undefined
  return {
    database: {
      ...database,
      async transaction(work) {
        const before = waiting
        waiting = undefined
        await before?.()
        return await database.transaction(work)
      },
    },
    meanwhile(work) {
      waiting = work
    },
  }
}
