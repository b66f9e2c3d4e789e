import { createReadStream } from "node:fs"
import { basename } from "node:path"
import { encodingFault, formatProblem } from "#platform/files/encoding.ts"
import { fieldsOf } from "../fields.ts"
import { fileNames, type RecordKind, recordKinds } from "../record-rules.ts"
import { type Columns, isSeparator, readHeaders, recordOf, widthProblem } from "./csv-record.ts"
import { csvRows, FileFault, longestRow } from "./csv-rows.ts"

/** One row of a file. */
export interface FileRow {
  line: number
  /** The record without `record` and `asOf`; undefined if it cannot be read: see `problem`. */
  record?: object
  kind?: RecordKind
  /** The as-of time in the record or in the header of the file. */
  asOf?: string
  problem?: string
  /** Whether the rest of the file cannot be read. */
  isEnd?: true
  /** The row as text, for checks of the whole row. */
  text: string
}

export interface FileToRead {
  path: string
  kind: RecordKind | undefined
  format: "ndjson" | "csv"
}

/** A file to read, by its name. Returns a text if the name has a problem. */
export function fileOf(path: string): FileToRead | string {
  const name = basename(path)
  const format = /\.(ndjson|jsonl)$/i.test(name)
    ? "ndjson"
    : /\.csv$/i.test(name)
      ? "csv"
      : undefined
  if (!format) return `${name} must end with .ndjson or .csv`
  const kind = recordKinds.find((one) => {
    const { length } = fileNames[one]
    return name.startsWith(fileNames[one]) && !/[a-z]/i.test(name[length] ?? "")
  })
  if (format === "csv" && !kind) {
    const names = Object.values(fileNames).map((one) => `${one}.csv`)
    return `${name} must begin with its kind of records: ${names.join(", ")}`
  }
  return { path, kind, format }
}

/**
 * The rows of a file, one after the other; `count` receives the bytes as they are read. If the rest
 * of the file cannot be read, the last row has `isEnd`.
 */
export async function* readRows(
  file: FileToRead,
  count: (bytes: Buffer) => void,
): AsyncGenerator<FileRow> {
  try {
    yield* file.format === "csv" ? recordsOfCsv(file, count) : jsonRows(file, count)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    yield { line: error.line, text: "", problem: error.message, isEnd: true }
  }
}

/**
 * The database's answers arrive between two chunks, so large chunks would delay the next statement.
 */
const chunkBytes = 1 << 16

const cure = '. In a spreadsheet, save the table as "CSV UTF-8"'

async function* decoded(path: string, count: (bytes: Buffer) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let isStart = true
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      const problem = isStart ? formatProblem(chunk as Buffer) : undefined
      if (problem !== undefined) throw new FileFault(`${problem}${cure}`, { line: 1 })
      count(chunk as Buffer)
      const text = decoder.decode(chunk as Buffer, { stream: true })
      // The decoder removes one byte order mark; a program that adds its own leaves a second one.
      yield isStart ? text.replace(/^\ufeff/, "") : text
      isStart = false
    }
    yield decoder.decode()
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error
    const { line, reason } = await encodingFault(path)
    throw new FileFault(`${reason}${cure}`, { line, cause: error })
  }
}

async function* jsonRows({ path, kind }: FileToRead, count: (bytes: Buffer) => void) {
  let rest = ""
  let line = 0
  let header: { asOf?: string } = {}
  for await (const chunk of decoded(path, count)) {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    if (rest.length > longestRow) throw new FileFault("is too long", { line: line + 1 })
    for (const text of lines) {
      line += 1
      const row = jsonRow(text, line, kind, header)
      if (row && "header" in row) header = row.header
      else if (row) yield row
    }
  }
  const last = jsonRow(rest, line + 1, kind, header)
  if (last && !("header" in last)) yield last
}

function jsonRow(
  text: string,
  line: number,
  fileKind: RecordKind | undefined,
  header: { asOf?: string },
): FileRow | { header: { asOf?: string } } | undefined {
  if (text.trim() === "") return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { line, text, problem: "is not valid JSON" }
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { line, text, problem: "is not a JSON object" }
  }
  const { record: name, asOf } = value as Record<string, unknown>
  if (asOf !== undefined && typeof asOf !== "string")
    return { line, text, problem: "asOf must be text in quotes" }
  if (name === "file") return { header: asOf === undefined ? {} : { asOf } }
  const kind = name === undefined ? fileKind : recordKinds.find((one) => one === name)
  if (!kind) return { line, text, problem: `record must be one of ${recordKinds.join(", ")}` }
  const row: FileRow = { line, text, kind, record: withoutMarks(value) }
  const at = asOf ?? header.asOf
  if (at) row.asOf = at
  return row
}

/** The record without its kind and its as-of time, which most lines do not contain. */
function withoutMarks(value: object): object {
  if (!("record" in value || "asOf" in value)) return value
  const { record: _, asOf: __, ...record } = value as Record<string, unknown>
  return record
}

async function* recordsOfCsv(
  { path, kind = "person" }: FileToRead,
  count: (bytes: Buffer) => void,
): AsyncGenerator<FileRow> {
  const asOf = { name: "asOf", type: "text", value: "an instant", isRequired: false } as const
  const fields = [...fieldsOf(kind), asOf]
  let columns: Columns | undefined
  for await (const { line, cells } of csvRows(decoded(path, count))) {
    // Spreadsheets write rows of commas below a table, and columns of commas next to it.
    if (cells.every((cell) => cell.trim() === "")) continue
    if (!columns) {
      if (isSeparator(cells)) continue
      const read = readHeaders(cells, fields)
      if (typeof read === "string") throw new FileFault(read, { line })
      columns = read
      continue
    }
    const text = cells.join(" , ")
    const problem = widthProblem(columns, cells)
    if (problem !== undefined) {
      yield { line, text, problem }
      continue
    }
    const { asOf, ...record } = recordOf(columns, cells)
    yield { line, text, kind, record, ...(typeof asOf === "string" && asOf && { asOf }) }
  }
}
