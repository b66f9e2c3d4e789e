import { createReadStream } from "node:fs"
import { basename } from "node:path"
import { Readable } from "node:stream"
import { parse } from "csv-parse"
import { readHeaders, recordOf } from "./csv-record.ts"
import { fieldsOf } from "./fields.ts"
import { fileNames, type RecordKind, recordKinds } from "./record-rules.ts"

/** One row of a file. */
export interface Row {
  line: number
  /** The record without `record` and `asOf`; undefined if it cannot be read, see `problem`. */
  record?: object
  kind?: RecordKind
  /** As the record or the header of the file says it. */
  asOf?: string
  problem?: string
  /** The row as text, for checks on all of it. */
  text: string
}

export interface FileToRead {
  path: string
  kind: RecordKind | undefined
  format: "ndjson" | "csv"
}

/** The content of a file, by its name. A text: the problem with the name. */
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

/** The rows of a file, one after the other; `count` receives the bytes as they are read. */
export async function* readRows(
  file: FileToRead,
  count: (bytes: Buffer) => void,
): AsyncGenerator<Row> {
  yield* file.format === "csv" ? csvRows(file, count) : jsonRows(file, count)
}

/** Between two chunks the database's answers arrive, so that large chunks would delay the next statement. */
const chunkBytes = 1 << 16

async function* decoded(path: string, count: (bytes: Buffer) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    count(chunk as Buffer)
    yield decoder.decode(chunk as Buffer, { stream: true })
  }
  yield decoder.decode()
}

/** In UTF-16 units. Longer lines are no records. */
const longestLine = 1 << 22

async function* jsonRows({ path, kind }: FileToRead, count: (bytes: Buffer) => void) {
  let rest = ""
  let line = 0
  let header: { asOf?: string } = {}
  for await (const chunk of decoded(path, count)) {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    if (rest.length > longestLine) throw new Error(`${basename(path)}:${line + 1} is too long.`)
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
): Row | { header: { asOf?: string } } | undefined {
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
    return { line, text, problem: "asOf is no text" }
  if (name === "file") return { header: asOf === undefined ? {} : { asOf } }
  const kind = name === undefined ? fileKind : recordKinds.find((one) => one === name)
  if (!kind) return { line, text, problem: `record must be one of ${recordKinds.join(", ")}` }
  const row: Row = { line, text, kind, record: withoutMarks(value) }
  const at = asOf ?? header.asOf
  if (at) row.asOf = at
  return row
}

/** The record without what says its kind and its instant; most lines have neither. */
function withoutMarks(value: object): object {
  if (!("record" in value || "asOf" in value)) return value
  const { record: _, asOf: __, ...record } = value as Record<string, unknown>
  return record
}

async function* csvRows(
  { path, kind = "person" }: FileToRead,
  count: (bytes: Buffer) => void,
): AsyncGenerator<Row> {
  const fields = [...fieldsOf(kind), { name: "asOf", type: "text", isRequired: false } as const]
  const parser = parse({ bom: true, info: true, relax_column_count: true })
  const source = Readable.from(decoded(path, count))
  source.on("error", (error) => parser.destroy(error)).pipe(parser)
  let columns: Exclude<ReturnType<typeof readHeaders>, string> | undefined
  let line = 1
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<CsvRow>) {
      const at = line
      line = info.lines + 1
      // An empty line is one empty cell. It is left out here, so that it still counts as a line.
      if (cells.length <= 1 && (cells[0] ?? "") === "") continue
      const text = cells.join(" , ")
      if (!columns) {
        const read = readHeaders(cells, fields)
        if (typeof read === "string") throw new HeaderError(read)
        columns = read
        continue
      }
      if (cells.length !== columns.length) {
        const problem = `has ${cells.length} cells, the first row has ${columns.length}`
        yield { line: at, text, problem }
        continue
      }
      const { asOf, ...record } = recordOf(columns, cells)
      yield { line: at, text, kind, record, ...(typeof asOf === "string" && asOf && { asOf }) }
    }
  } catch (error) {
    if (error instanceof HeaderError) yield { line: 1, text: "", problem: error.message }
    else if (/^(CSV_|INVALID_OPENING_QUOTE)/.test((error as { code?: string }).code ?? "")) {
      // The parser is ahead of the rows that were given out.
      const at = (error as { lines?: number }).lines ?? line
      yield { line: at, text: "", problem: `is not CSV (RFC 4180): ${(error as Error).message}` }
    } else throw error
  }
}

class HeaderError extends Error {}

interface CsvRow {
  record: string[]
  info: { lines: number }
}
