import type { Database } from "#database/open.ts"
import { errorName } from "#platform/error-name.ts"
import type { JobLog } from "#platform/jobs/job.ts"
import type { Seal } from "#platform/keys/seal.ts"
import { type KeptAge, keptSince } from "./kept-age.ts"
import { sealAnswer, unsealAnswer } from "./kept-content.ts"
import {
  deleteKept,
  findRows,
  type KeptNumber,
  type KeptRow,
  keepNumbers,
  keepRows,
} from "./kept-data.store.ts"
import type { KeptKeys } from "./kept-keys.ts"
import { createRemembered } from "./remembered.ts"

export interface Keeping extends KeptAge {
  database: Database
  log: JobLog
  seal: Seal
}

/** A person of a client. */
export interface About {
  client: string
  accountNumber: string
}

/** An answer of the account system. */
export interface Answer extends About {
  question: readonly unknown[]
  value: unknown
  /** Plan numbers by which staff find the person. */
  policyNumbers: readonly string[]
  /** When it was asked. */
  askedAt: Date
}

/** Larger answers are not kept. */
const mostCharacters = 1_000_000
/** Answers that wait to be written. Further ones are not kept: they are read again. */
const mostWaiting = 500

/**
 * Writes and reads the kept answers. Writing happens after the read that got the answer, in one
 * statement for all that wait, and only for answers that changed or were kept a minute ago.
 */
export function createKeeping(deps: Keeping, keys: KeptKeys) {
  const { database, log, seal, hoursOf } = deps
  const waiting = new Map<string, Answer>()
  const remembered = createRemembered()
  /** One step at a time, in order. */
  let steps = Promise.resolve()

  function next(step: () => Promise<void>): void {
    steps = steps.then(step).catch((error: unknown) => {
      // Keeping is a service to people, not a promise: the next answer tries it again.
      remembered.clear()
      log.warn({ reason: errorName(error) }, "Answers of the account system could not be kept.")
    })
  }

  /** Keeps the answer later. Never throws. */
  function keep(answer: Answer): void {
    if (waiting.size >= mostWaiting) return
    if (waiting.size === 0) {
      next(() => new Promise((resolve) => setImmediate(resolve)))
      next(writeAll)
    }
    waiting.set(keys.read(answer, answer.question).toString("base64"), answer)
  }

  async function writeAll(): Promise<void> {
    const answers = [...waiting]
    waiting.clear()
    const rows: KeptRow[] = []
    const numbers = new Map<string, KeptNumber>()
    for (const [id, answer] of answers) {
      const { client, accountNumber, askedAt } = answer
      const content = JSON.stringify({ value: answer.value })
      if (content.length > mostCharacters || (await hoursOf(client)) === 0) continue
      if (!remembered.isNews(answer, id, content, askedAt)) continue
      const read = Buffer.from(id, "base64")
      const sealed = sealAnswer(seal, answer, content, { read, keptAt: askedAt })
      rows.push({ client, accountNumber, read, sealed, keptAt: askedAt })
      for (const number of keys.numbersOf(answer, answer.policyNumbers)) {
        const row = { client, number, accountNumber, keptAt: askedAt }
        numbers.set(`${number.toString("base64")} ${accountNumber}`, row)
      }
    }
    // In one order, so that two processes do not wait for each other's rows.
    if (rows.length > 0)
      await keepRows(
        database,
        rows.toSorted((a, b) => a.read.compare(b.read)),
      )
    const sorted = [...numbers.values()].toSorted((a, b) => a.number.compare(b.number))
    if (sorted.length > 0) await keepNumbers(database, sorted)
  }

  /** Deletes what is kept of a person: the account system did not know them at `askedAt`. */
  function forget(about: About, askedAt: Date): void {
    remembered.forget(about, askedAt)
    next(() => deleteKept(database, about.client, about.accountNumber, askedAt))
  }

  /**
   * The newest kept answer to any of these questions; undefined when none is young enough. `toValue`
   * makes the value of an answer to another question.
   */
  async function find<Value>(
    about: About,
    questions: readonly { question: readonly unknown[]; toValue?: (kept: never) => Value }[],
  ): Promise<{ value: Value; keptAt: Date } | undefined> {
    const oldest = await keptSince(deps, about.client)
    if (!oldest) return undefined
    const asked = questions.map((one) => ({ ...one, reads: keys.reads(about, one.question) }))
    const reads = asked.flatMap((one) => one.reads)
    const [row] = await findRows(database, about.client, about.accountNumber, reads, oldest)
    const kept = row && unsealAnswer(seal, about, row)
    if (!kept) return undefined
    const isOfRow = (one: (typeof asked)[number]) => one.reads.some((read) => read.equals(row.read))
    const { toValue } = asked.find(isOfRow) ?? {}
    return { value: toValue ? toValue(kept.value) : kept.value, keptAt: row.keptAt }
  }

  return {
    keep,
    forget,
    find,
    /** Resolves when nothing waits to be written. */
    async idle(): Promise<void> {
      let last: Promise<void> | undefined
      while (last !== steps) {
        last = steps
        await last
      }
    },
  }
}
