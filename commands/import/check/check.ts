import { plannedEachTime, type Queries } from "#database/sql.ts"
import { addToSpans, type Spans } from "#ports/policy-admin/embedded/refresh/loaded-kinds.ts"
import type { Move } from "#ports/policy-admin/embedded/refresh/moves.ts"
import { findSchemes } from "#services/identity/credentials/imported-schemes.store.ts"
import type { Passwords } from "#services/identity/credentials/password.ts"
import { type DocumentFiles, fileProblem } from "../document-files.ts"
import { type Items, recordKindsOf } from "../items.ts"
import { type Reading, type ReadRecord, readRecords, type Source } from "../plan.ts"
import { userProblems } from "../users.ts"
import { createAlikeAccounts } from "./alike.ts"
import { createErasedRecords } from "./erased.ts"
import { keysOf, shownKey } from "./keys.ts"
import { createOpenings } from "./openings.ts"
import { createOwners } from "./owners.ts"
import { createReferences } from "./references.ts"
import type { Scratch, ScratchPlace } from "./scratch.ts"
import { createSharedMethods } from "./shared-methods.ts"

export interface BadRow {
  file: string
  line: number
  reasons: string[]
}

/** The findings of a check of all files. */
export interface CheckedRecords {
  records: number
  /**
   * The number of rows in the files. Several rows can be one record, such as the open bills of a
   * product.
   */
  rows: number
  bad: BadRow[]
  /** False if too many rows are bad, and the rest was not read. */
  isComplete: boolean
  /** The numbers of bad records, counted from 1. */
  skipped: Set<number>
  /** Products in these files that belong to another person now. */
  moves: Move[]
  /** Probable mistakes in imported rows: the first ones, and the number of rows with one. */
  warnings: BadRow[]
  warned: number
  /** The name of a file that could not be read to its end: its later records are not known. */
  cut: string | undefined
  /** Files without a row. */
  empty: string[]
  /**
   * Whether bad rows contain new people whose account numbers look like others: their other records
   * are not judged.
   */
  isAlike: boolean
  /** The as-of times of the records, by kind of data. */
  spans: Spans
  /** Whether a record about people has no as-of time. */
  lacksAsOf: boolean
  hasPersons: boolean
  /** Number of people without an email address, which registration requires. */
  unreachable: number
  /** Number of records of erased people, which are left out. */
  erased: number
  hasProducts: boolean
}

/** The most bad rows that a check lists if no bad rows are allowed. */
export const mostListed = 100

/**
 * Reads every record, and checks it against the others and the stored data. Stops when more than
 * `most` rows are bad. `scratch` receives the keys.
 */
export async function checkRecords(
  database: Queries,
  client: string,
  source: Source,
  {
    most,
    reading,
    scratch,
    passwords,
    files,
    isErased,
  }: {
    most: number
    reading: Reading
    scratch: Scratch
    passwords: Passwords
    files: DocumentFiles | undefined
    isErased: (accountNumber: string) => boolean
  },
  tick: (records: number) => void,
): Promise<CheckedRecords> {
  const queries = plannedEachTime(database)
  const checked: CheckedRecords = {
    records: 0,
    rows: 0,
    bad: [],
    isComplete: true,
    skipped: new Set(),
    moves: [],
    warnings: [],
    warned: 0,
    cut: undefined,
    empty: [],
    isAlike: false,
    spans: new Map(),
    lacksAsOf: false,
    hasPersons: false,
    unreachable: 0,
    erased: 0,
    hasProducts: false,
  }
  const byNumber = new Map<number, BadRow>()
  const isRefused = (number: number) => checked.skipped.has(number)
  const references = createReferences(queries, client, scratch, refuse, isRefused)
  const sharedMethods = createSharedMethods(queries, client, scratch, refuse)
  const today = source.today.toString()
  const openings = createOpenings(queries, client, { scratch, today }, refuse, warn)
  const owners = createOwners(queries, client, checked.moves)
  const alike = createAlikeAccounts(queries, client, scratch, (number, row) => {
    checked.isAlike = true
    refuse(number, row)
  })
  const erased = createErasedRecords(isErased)
  const schemes = new Set((await findSchemes(queries, client)).map(({ id }) => id))
  for await (const record of readRecords(source, reading)) {
    checked.records += 1
    checked.rows += record.rows ?? 1
    tick(checked.records)
    const { file, line, items } = record
    if (items && erased.has(items)) {
      checked.erased += 1
      checked.skipped.add(checked.records)
      continue
    }
    const reasons = record.problems ?? (items ? await ownProblems(items, { file, line }) : [])
    if (items && reasons.length === 0) {
      note(record, items)
      await sharedMethods.add(checked.records, items, { file, line, reasons: [] })
      await references.add(checked.records, items, { file, line, reasons: [] })
      await owners.add(items)
      await alike.add(checked.records, items, { file, line, reasons: [] })
      await openings.add(checked.records, items, { file, line, reasons: [] })
    } else refuse(checked.records, { file, line, reasons })
    if (record.isEnd) checked.cut = file
    if (checked.bad.length > most) {
      checked.isComplete = false
      break
    }
  }
  await sharedMethods.settle()
  await references.settle()
  await owners.settle()
  await alike.settle()
  await openings.settle()
  checked.empty = reading.empty
  return checked

  function refuse(number: number, row: BadRow) {
    const known = byNumber.get(number)
    if (known) known.reasons.push(...row.reasons)
    else {
      byNumber.set(number, row)
      checked.bad.push(row)
      checked.skipped.add(number)
    }
  }

  function warn(row: BadRow) {
    checked.warned += 1
    if (checked.warned <= mostListed) checked.warnings.push(row)
  }

  function note({ asOf, file, line, warnings }: ReadRecord, items: Items) {
    if (warnings) warn({ file, line, reasons: warnings })
    const { persons, products, balances } = items
    checked.unreachable += persons.filter(({ emailAddress }) => emailAddress === "").length
    if (persons.length > 0) checked.hasPersons = true
    if (products.length > 0) checked.hasProducts = true
    if (asOf) addToSpans(checked.spans, recordKindsOf(items), asOf)
    else if (persons.length + products.length + balances.length > 0) checked.lacksAsOf = true
  }

  async function ownProblems(items: Items, place: ScratchPlace): Promise<string[]> {
    const keys = keysOf(items)
    const repeated = keys.find(([kind, key]) => !scratch.add(kind, key, place))
    if (repeated) {
      const problem =
        repeated[0] === "bill"
          ? `the rows of product ${repeated[1]} must follow one another`
          : `appears twice: ${shownKey(repeated)}`
      return [`${problem}, first in ${scratch.placeOf(...repeated)}`]
    }
    const problems: string[] = []
    for (const { name } of items.files) {
      const problem = await fileProblem(files, name)
      if (problem !== undefined) problems.push(problem)
    }
    for (const user of items.users) {
      problems.push(...(await userProblems(passwords, client, user, schemes)))
    }
    return problems
  }
}
