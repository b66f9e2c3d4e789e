import { createHash } from "node:crypto"
import { access, constants, stat } from "node:fs/promises"
import { basename } from "node:path"
import { readInstant } from "#contracts/outside-dates.ts"
import { holdsCardNumber } from "#platform/http/card-numbers.ts"
import { systemReason } from "#platform/system-error.ts"
import { UsageError } from "#server/config/command-line.ts"
import { balanceOfRows } from "../load/opening-in-file.ts"
import { asOfProblem, notAnInstant } from "../load/refresh-options.ts"
import { damagedTexts } from "./files/damaged-text.ts"
import { type FileToRead, readRows } from "./files/read-rows.ts"
import { type Items, itemsOf, noItems } from "./items.ts"
import { recordKinds, recordRules } from "./record-rules.ts"

/** A record of the files that is valid by itself, or its problems. */
export interface ReadRecord {
  file: string
  line: number
  /** Number of rows that form one record; 1 if absent. */
  rows?: number
  /** Length of its text. */
  length?: number
  items?: Items
  problems?: string[]
  /** Whether the rest of the file cannot be read, so that no `--max-errors` allows it. */
  isEnd?: true
  /** Probable mistakes, with which the row is still imported. */
  warnings?: string[]
  asOf?: Date
}

export interface Source {
  files: FileToRead[]
  /** Total bytes of all files. */
  bytes: number
  /** The day from which relative dates count. */
  today: Temporal.PlainDate
  /** The as-of time of records that do not state one. */
  asOf: Date | undefined
  /** The present moment; records with later as-of times are refused. */
  now: Date
}

/** Errors: `UsageError` about a file that does not exist or cannot be read. */
export async function sourceOf(
  files: FileToRead[],
  rest: Omit<Source, "files" | "bytes">,
): Promise<Source> {
  const sizes = await Promise.all(files.map(({ path }) => sizeOf(path)))
  const placeOf = ({ kind = "person" }: FileToRead) => recordKinds.indexOf(kind)
  const sorted = files.toSorted((one, other) => placeOf(one) - placeOf(other))
  return { ...rest, files: sorted, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

async function sizeOf(path: string): Promise<number> {
  try {
    await access(path, constants.R_OK)
    const found = await stat(path)
    if (found.isFile()) return found.size
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${systemReason(error)}.`, { cause: error })
  }
  throw new UsageError(`${path} is not a file.`)
}

/** The progress of reading. */
export interface Reading {
  bytes: number
  hash: ReturnType<typeof createHash>
  /** Files without a single row. */
  empty: string[]
}

export function startReading(): Reading {
  return { bytes: 0, hash: createHash("sha256"), empty: [] }
}

const cardNumber = "holds a card number, which belongs to the payment gateway alone"
const digits = /\d(?:\D{0,3}\d){12}/

type Row = ReadRecord & { policyNumber?: unknown }

/** Every record of the files, in the order in which they are written. */
export async function* readRecords(source: Source, reading: Reading): AsyncGenerator<ReadRecord> {
  let group: Row[] = []
  for await (const row of readAll(source, reading)) {
    const [first] = group
    const isSame =
      first?.policyNumber !== undefined &&
      first.policyNumber === row.policyNumber &&
      first.file === row.file
    if (!isSame) {
      yield* recordsOf(group)
      group = []
    }
    group.push(row)
  }
  yield* recordsOf(group)
}

/** The rows of one product as one record, or each of them with its problem. */
function recordsOf(group: readonly Row[]): ReadRecord[] {
  const [first] = group
  if (!first || group.length === 1) return group.map(recordOf)
  const bad = group.find(({ problems }) => problems)
  if (bad) {
    const reason = `is left out with line ${bad.line}, which is of the same product`
    return group.map((row) => ({ ...recordOf(row), problems: row.problems ?? [reason] }))
  }
  const lines = group.map(({ line }) => line).join(", ")
  const isOneInstant = new Set(group.map(({ asOf }) => asOf?.getTime())).size === 1
  const balances = group.flatMap(({ items }) => items?.balances ?? [])
  const merged = isOneInstant
    ? balanceOfRows(balances.map(({ balance }) => balance))
    : "asOf differs between the rows"
  const { items: _, ...record } = recordOf(first)
  if (typeof merged === "string") return [{ ...record, problems: [`${merged} (lines ${lines})`] }]
  const length = group.reduce((sum, row) => sum + (row.length ?? 0), 0)
  const policyNumber = balances[0]?.policyNumber ?? ""
  const items = { ...noItems(), balances: [{ policyNumber, balance: merged }] }
  return [{ ...record, rows: group.length, length, items }]
}

function recordOf({ policyNumber: _, ...record }: Row): ReadRecord {
  return record
}

async function* readAll(source: Source, reading: Reading): AsyncGenerator<Row> {
  const rules = recordRules(source.today)
  const instants = new Map<string, Date | string>()
  for (const file of source.files) {
    const name = basename(file.path)
    const count = (bytes: Buffer) => {
      reading.bytes += bytes.length
      reading.hash.update(bytes)
    }
    let rows = 0
    for await (const { line, text, problem, isEnd, record, kind, asOf } of readRows(file, count)) {
      rows += 1
      const isBill = kind === "bill" && record && "policyNumber" in record
      const place = {
        file: name,
        line,
        ...(isBill && { policyNumber: record.policyNumber }),
        ...(isEnd && { isEnd }),
      }
      if (digits.test(text) && hasCard(text, record)) yield { ...place, problems: [cardNumber] }
      else if (problem !== undefined || !record || !kind)
        yield { ...place, problems: [problem ?? ""] }
      else {
        const items = itemsOf(rules, kind, record)
        const at = asOf === undefined ? source.asOf : instantOf(asOf)
        if (Array.isArray(items)) yield { ...place, problems: items }
        else if (typeof at === "string") yield { ...place, problems: [`asOf ${at}`] }
        else {
          const warnings = damagedTexts(text, record)
          yield {
            ...place,
            length: text.length,
            items,
            ...(at && { asOf: at }),
            ...(warnings.length > 0 && { warnings }),
          }
        }
      }
    }
    if (rows === 0) reading.empty.push(name)
  }

  function instantOf(text: string): Date | string {
    let known = instants.get(text)
    if (known === undefined) {
      known = readAsOf(text, source.now)
      if (instants.size < 1_000) instants.set(text, known)
    }
    return known
  }
}

/** Digits can be written as \u0034; the parsed record contains them as digits. */
function hasCard(text: string, record: object | undefined): boolean {
  const isHidden = text.includes("\\") && record && holdsCardNumber(JSON.stringify(record))
  return holdsCardNumber(text) || isHidden === true
}

function readAsOf(text: string, now: Date): Date | string {
  const instant = readInstant(text)
  if (!instant) return notAnInstant
  return asOfProblem(instant, now) ?? instant
}
