import { createHash } from "node:crypto"
import type { Database } from "#database/open.ts"
import { errorName } from "#platform/error-name.ts"
import type { JobLog } from "#platform/jobs/job.ts"
import { type Seal, SealBroken } from "#platform/keys/seal.ts"
import {
  type CachedNumber,
  type CachedRow,
  deleteCached,
  findRows,
  storeNumbers,
  storeRows,
} from "./cache.store.ts"
import { type CacheAge, cachedSince } from "./cache-age.ts"
import type { CacheKeys } from "./cache-keys.ts"

/**
 * Milliseconds after which an unchanged answer is cached again, so that its age shows that it is
 * still valid.
 */
const againAfterMilliseconds = 60_000
const mostPeople = 5_000

interface Person {
  /** The written answers by their question. */
  written: Map<string, { digest: string; at: number }>
  /** When the account system last answered that the person is unknown, in milliseconds. */
  unknownAt: number
}

/** Remembers which answers this process has written, so that it writes only new ones. */
function createWriteDedupe() {
  const people = new Map<string, Person>()

  function personOf({ client, accountNumber }: About): Person {
    const key = JSON.stringify([client, accountNumber])
    const known = people.get(key)
    if (known) return known
    const [oldest] = people.keys()
    if (oldest !== undefined && people.size >= mostPeople) people.delete(oldest)
    const person = { written: new Map(), unknownAt: 0 }
    people.set(key, person)
    return person
  }

  return {
    /**
     * Whether the answer to this question, asked at `askedAt`, must be written. Remembers that it
     * is.
     */
    isNews(about: About, question: string, content: string, askedAt: Date): boolean {
      const { written, unknownAt } = personOf(about)
      const at = askedAt.getTime()
      if (at <= unknownAt) return false
      const digest = createHash("sha256").update(content).digest("base64")
      const last = written.get(question)
      if (last?.digest === digest && at - last.at < againAfterMilliseconds) return false
      written.set(question, { digest, at })
      return true
    },
    /**
     * Records that the person's answers are deleted, and that answers asked for up to `askedAt` are
     * outdated.
     */
    forget(about: About, askedAt: Date): void {
      const person = personOf(about)
      person.written.clear()
      person.unknownAt = Math.max(person.unknownAt, askedAt.getTime())
    },
    clear(): void {
      people.clear()
    },
  }
}

export interface AnswerCacheParts extends CacheAge {
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
export interface CacheableAnswer extends About {
  question: readonly unknown[]
  value: unknown
  /** Plan numbers by which staff find the person. */
  policyNumbers: readonly string[]
  /** When the question was asked. */
  askedAt: Date
}

/** Larger answers are not cached. */
const mostCharacters = 1_000_000
/**
 * The most answers that may wait to be written. Further ones are not cached: they are read again.
 */
const mostWaiting = 500

/**
 * Writes and reads the cached answers. Writing happens after the read that got the answer, in one
 * statement for all waiting answers, and only for answers that changed or were cached more than a
 * minute ago.
 */
export function createAnswerCache(deps: AnswerCacheParts, keys: CacheKeys) {
  const { database, log, seal, hoursOf } = deps
  const waiting = new Map<string, CacheableAnswer>()
  const writeDedupe = createWriteDedupe()
  /** Steps run one at a time, in order. */
  let steps = Promise.resolve()

  function next(step: () => Promise<void>): void {
    steps = steps.then(step).catch((error: unknown) => {
      // The cache is best effort: the next answer tries again.
      writeDedupe.clear()
      log.warn({ reason: errorName(error) }, "Answers of the account system could not be kept.")
    })
  }

  /** Caches the answer later. Never throws. */
  function keep(answer: CacheableAnswer): void {
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
    const rows: CachedRow[] = []
    const numbers = new Map<string, CachedNumber>()
    for (const [id, answer] of answers) {
      const { client, accountNumber, askedAt } = answer
      const content = JSON.stringify({ value: answer.value })
      if (content.length > mostCharacters || (await hoursOf(client)) === 0) continue
      if (!writeDedupe.isNews(answer, id, content, askedAt)) continue
      const read = Buffer.from(id, "base64")
      const sealed = sealAnswer(seal, answer, content, { read, keptAt: askedAt })
      rows.push({ client, accountNumber, read, sealed, keptAt: askedAt })
      for (const number of keys.numbersOf(answer, answer.policyNumbers)) {
        const row = { client, number, accountNumber, keptAt: askedAt }
        numbers.set(`${number.toString("base64")} ${accountNumber}`, row)
      }
    }
    // A fixed order keeps two processes from waiting for each other's rows.
    if (rows.length > 0)
      await storeRows(
        database,
        rows.toSorted((a, b) => a.read.compare(b.read)),
      )
    const sorted = [...numbers.values()].toSorted((a, b) => a.number.compare(b.number))
    if (sorted.length > 0) await storeNumbers(database, sorted)
  }

  /**
   * Deletes the cached answers about a person who was unknown to the account system at `askedAt`.
   */
  function forget(about: About, askedAt: Date): void {
    writeDedupe.forget(about, askedAt)
    next(() => deleteCached(database, about.client, about.accountNumber, askedAt))
  }

  /**
   * The newest cached answer to any of these questions; undefined if all are too old. `toValue`
   * makes the value from an answer to another question.
   */
  async function find<Value>(
    about: About,
    questions: readonly { question: readonly unknown[]; toValue?: (kept: never) => Value }[],
  ): Promise<{ value: Value; keptAt: Date } | undefined> {
    const oldest = await cachedSince(deps, about.client)
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
    /** Resolves when no answer waits to be written. */
    async idle(): Promise<void> {
      let last: Promise<void> | undefined
      while (last !== steps) {
        last = steps
        await last
      }
    },
  }
}

type Place = Pick<CachedRow, "read" | "keptAt">

/** Encrypts an answer as JSON for its row. */
function sealAnswer(seal: Seal, about: About, content: string, place: Place): Buffer {
  return seal.seal(content, purposeOf(about, place))
}

/**
 * The answer; undefined if the row was changed, or was encrypted with a key that is no longer in
 * use.
 */
function unsealAnswer(
  seal: Seal,
  about: About,
  row: Place & Pick<CachedRow, "sealed">,
): { value: never } | undefined {
  try {
    return JSON.parse(seal.unseal(row.sealed, purposeOf(about, row))) as { value: never }
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/**
 * The purpose that ties the content to its row and time, so that it cannot be moved or made to look
 * newer.
 */
function purposeOf({ client, accountNumber }: About, { read, keptAt }: Place): string {
  return JSON.stringify(["kept", client, accountNumber, read.toString("hex"), keptAt.getTime()])
}
