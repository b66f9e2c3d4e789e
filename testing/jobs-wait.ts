import type { Database } from "#database/open.ts"
import { act } from "./acts.ts"

/**
 * Returns a function that does some work while jobs and the gateway's reports wait, so that only the
 * work and its calls change rows. Work that itself waits for a job never ends.
 */
export function jobsWaitOn(database: Database) {
  const { rows, transaction } = database
  const underWay = new Set<Promise<unknown>>()
  let isPart = () => true
  let gate: Promise<unknown> | undefined

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    while (gate && !isPart()) await gate
    const done = work()
    underWay.add(done)
    try {
      return await done
    } finally {
      underWay.delete(done)
    }
  }
  database.rows = (statement) => inTurn(() => rows.call(database, statement) as never)
  database.transaction = (work) => inTurn(() => transaction.call(database, work as never) as never)

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return await act(async (isPartOfAct) => {
      isPart = isPartOfAct
      gate = promise
      try {
        await Promise.allSettled(underWay)
        return await work()
      } finally {
        gate = undefined
        resolve()
      }
    })
  }
}
