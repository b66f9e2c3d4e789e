import { createHash } from "node:crypto"
import { stat } from "node:fs/promises"
import { basename } from "node:path"
import { readInstant } from "#contracts/outside-dates.ts"
import { holdsCardNumber } from "#platform/http/card-numbers.ts"
import { balanceOfRows } from "../load/opening-in-file.ts"
import { asOfProblem, notAnInstant } from "../load/refresh-options.ts"
import { type Items, itemsOf, noItems } from "./items.ts"
import { type FileToRead, readRows } from "./read-rows.ts"
import { recordKinds, recordRules } from "./record-rules.ts"

/** A record of the files that is right as far as it alone can tell, or its problems. */
export interface ReadRecord {
  file: string
  line: number
  /** Rows that are one record together; 1 if absent. */
  rows?: number
  /** Of its text. */
  length?: number
  items?: Items
  problems?: string[]
  asOf?: Date
}

export interface Source {
  files: FileToRead[]
  /** Of all files. */
  bytes: number
  /** For relative dates. */
  today: Temporal.PlainDate
  /** For records that do not say it. */
  asOf: Date | undefined
  /** Later instants of records are refused. */
  now: Date
}

/** Errors: those of the file system. */
export async function sourceOf(
  files: FileToRead[],
  rest: Omit<Source, "files" | "bytes">,
): Promise<Source> {
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
  const placeOf = ({ kind = "person" }: FileToRead) => recordKinds.indexOf(kind)
  const sorted = files.toSorted((one, other) => placeOf(one) - placeOf(other))
  return { ...rest, files: sorted, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** How far reading has come. */
export interface Reading {
  bytes: number
  hash: ReturnType<typeof createHash>
}

export function startReading(): Reading {
  return { bytes: 0, hash: createHash("sha256") }
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
    try {
      for await (const { line, text, problem, record, kind, asOf } of readRows(file, count)) {
        const isBill = kind === "bill" && record && "policyNumber" in record
        const place = {
          file: name,
          line,
          ...(isBill && { policyNumber: record.policyNumber }),
        }
        if (digits.test(text) && hasCard(text, record)) yield { ...place, problems: [cardNumber] }
        else if (problem !== undefined || !record || !kind)
          yield { ...place, problems: [problem ?? ""] }
        else {
          const items = itemsOf(rules, kind, record)
          const at = asOf === undefined ? source.asOf : instantOf(asOf)
          if (Array.isArray(items)) yield { ...place, problems: items }
          else if (typeof at === "string") yield { ...place, problems: [`asOf ${at}`] }
          else yield { ...place, length: text.length, items, ...(at && { asOf: at }) }
        }
      }
    } catch (error) {
      if ((error as { code?: string }).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error
      yield { file: name, line: 1, problems: ["is not UTF-8 text"] }
    }
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

/** Digits can be written as \u0034; the record has them as digits. */
function hasCard(text: string, record: object | undefined): boolean {
  const isHidden = text.includes("\\") && record && holdsCardNumber(JSON.stringify(record))
  return holdsCardNumber(text) || isHidden === true
}

function readAsOf(text: string, now: Date): Date | string {
  const instant = readInstant(text)
  if (!instant) return notAnInstant
  return asOfProblem(instant, now) ?? instant
}
