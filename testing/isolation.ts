import { isDeepStrictEqual } from "node:util"
import type { Database, Transaction } from "#database/open.ts"
import type { Queries, Statement } from "#database/sql.ts"
import { hasWritten, removeClient, rowReader, type TableRows } from "./isolation.store.ts"
import { secondTenant } from "./second-tenant/second-tenant.ts"

/** One use of a store for one client. Its values are the same for every client. */
export interface IsolationCase {
  name: string
  /** Returns the store's answer. A job over all clients returns its answer for this client. */
  run(tx: Queries, client: string): Promise<unknown>
}

/**
 * The answers for each of these items, one after the other, because a transaction runs one
 * statement at a time.
 */
export async function inTurn<Item, Answer>(
  items: readonly Item[],
  answerOf: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const item of items) answers.push(await answerOf(item))
  return answers
}

/** A statement or a view without one of its filters. */
export type Mutant = { text: string; without: string } | { view: string; without: string }

/** The answer of one use of a store, with the rows that it removed and added. */
interface Outcome {
  answer: unknown
  removed: string[]
  added: string[]
  /** The first two characters of the SQLSTATE, if the case failed. */
  errorClass?: string
}

/** The rows before a case, with their ids. */
interface Start {
  rows: ReadonlySet<string>
  ids: ReadonlySet<string>
}

/** The class of SQLSTATEs for syntax errors, and for missing or ambiguous names. */
const notUnderstood = "42"

export interface Isolation {
  /**
   * Runs these cases without the other client in one step, faster than `faultsOf` does for each
   * case.
   */
  prepare(cases: readonly IsolationCase[]): Promise<void>
  /**
   * The faults in the isolation of this case, one line each. For each of the two clients, the
   * answer and the changes must be the same whether the other client exists or not. With a mutant,
   * the case runs on the mutant.
   */
  faultsOf(tested: IsolationCase, mutant?: Mutant): Promise<string[]>
  /** Whether the database can parse the mutant. If it cannot, the mutant proves nothing. */
  accepts(tested: IsolationCase, mutant: Mutant): Promise<boolean>
  /** The texts of the statements that a case runs. */
  statementsOf(tested: IsolationCase): Promise<ReadonlySet<string>>
}

const pair = [
  ["harbor", secondTenant],
  [secondTenant, "harbor"],
] as const

/** Works on a database with both clients, and leaves the data unchanged. */
export async function createIsolation(database: Database): Promise<Isolation> {
  const readRows = await rowReader(database)
  const ran = new Map<IsolationCase, Set<string>>()
  const alone = new Map<string, Outcome>()
  const before = new Map<string, Start>()

  /** The rows before a case, read once for each set of clients, which `name` identifies. */
  async function startOf(tx: Transaction, name: string): Promise<Start> {
    const start = before.get(name) ?? startFrom(await readRows(tx))
    before.set(name, start)
    return start
  }

  /** Runs the case in this transaction, which the caller rolls back. */
  async function run(
    tx: Transaction,
    tested: IsolationCase,
    client: string,
    start: Start,
    mutant?: Mutant,
  ): Promise<Outcome> {
    const seen = new Set<string>()
    try {
      const answer = await tested.run(noting(tx, seen, mutant), client)
      const now = (await hasWritten(tx)) ? rowsOf(await readRows(tx)) : start.rows
      return outcomeFrom(answer, start, now)
    } catch (error) {
      const { message, code = "" } = error as Error & { code?: string }
      const errorClass = code.slice(0, 2)
      return { answer: `failed: ${message}`, removed: [], added: [], errorClass }
    } finally {
      if (!mutant) ran.set(tested, (ran.get(tested) ?? new Set()).union(seen))
    }
  }

  async function outcomeOf(
    tested: IsolationCase,
    client: string,
    mutant?: Mutant,
  ): Promise<Outcome> {
    return await rolledBack(database, async (tx) => {
      const start = await startOf(tx, "")
      if (mutant && "view" in mutant) await tx.script(mutant.without)
      return await run(tx, tested, client, start, mutant)
    })
  }

  /** The outcomes of these cases for `client` without the other client, which is removed once. */
  async function runAlone(cases: readonly IsolationCase[], client: string, other: string) {
    await rolledBack(database, async (tx) => {
      await removeClient(tx, other)
      const start = await startOf(tx, other)
      for (const tested of cases) {
        await tx.script("savepoint one_case")
        alone.set(`${tested.name} ${client}`, await run(tx, tested, client, start))
        await tx.script("rollback to savepoint one_case")
      }
    })
  }

  async function aloneOf(tested: IsolationCase, client: string, other: string): Promise<Outcome> {
    const key = `${tested.name} ${client}`
    if (!alone.has(key)) await runAlone([tested], client, other)
    const outcome = alone.get(key)
    if (!outcome) throw new Error(`${tested.name} did not run.`)
    return outcome
  }

  return {
    async prepare(cases) {
      for (const [client, other] of pair) await runAlone(cases, client, other)
    },
    async faultsOf(tested, mutant) {
      const faults: string[] = []
      for (const [client, other] of pair) {
        const key = `${tested.name} ${client}`
        const expected = await aloneOf(tested, client, other)
        const found = await outcomeOf(tested, client, mutant)
        for (const part of ["answer", "removed", "added"] as const) {
          if (isDeepStrictEqual(found[part], expected[part])) continue
          const shown = [found[part], expected[part]].map((value) => JSON.stringify(value))
          faults.push(`${key}: ${part} ${shown[0]} instead of ${shown[1]}`)
        }
        if (typeof expected.answer === "string" && expected.answer.startsWith("failed: ")) {
          faults.push(`${key}: ${expected.answer}`)
        }
        if (faults.length > 0 && mutant) return faults
      }
      return faults
    },
    async accepts(tested, mutant) {
      const { errorClass } = await outcomeOf(tested, pair[0][0], mutant)
      return errorClass !== notUnderstood
    },
    async statementsOf(tested) {
      if (!ran.has(tested)) {
        for (const [client] of pair) await outcomeOf(tested, client)
      }
      return ran.get(tested) ?? new Set()
    },
  }
}

/** Runs the same statements, records each of them, and removes the mutant's filter. */
function noting(tx: Queries, seen: Set<string>, mutant: Mutant | undefined): Queries {
  return {
    async rows<Row extends object>(statement: Statement): Promise<Row[]> {
      seen.add(statement.text)
      const isMutant = mutant && "text" in mutant && mutant.text === statement.text
      // The statement has no name, because the engine caches a plan for each name.
      const { values } = statement
      return await tx.rows<Row>(isMutant ? { name: "", text: mutant.without, values } : statement)
    },
  }
}

function startFrom(tables: TableRows): Start {
  const rows = rowsOf(tables)
  return { rows, ids: new Set([...rows].flatMap((row) => row.match(uuids) ?? [])) }
}

function rowsOf(tables: TableRows): ReadonlySet<string> {
  return new Set([...tables.values()].flat())
}

function outcomeFrom(answer: unknown, before: Start, now: ReadonlySet<string>): Outcome {
  const plain = (value: unknown): unknown =>
    JSON.parse(
      (JSON.stringify(value, entries) ?? "null").replace(uuids, (id) =>
        before.ids.has(id) ? id : "new",
      ),
    )
  return {
    answer: plain(answer),
    removed: [...before.rows.difference(now)],
    added: [...now.difference(before.rows)].map((row) => plain(row) as string).sort(),
  }
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function entries(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value
}

/** Runs `work` in a transaction, rolls it back and returns the result. */
async function rolledBack<Result>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const done = new Error("Done.")
  const results: Result[] = []
  await database
    .transaction(async (tx) => {
      results.push(await work(tx))
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
  return results[0] as Result
}
