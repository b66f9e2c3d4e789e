import { finished } from "node:stream"
import { CsvError, parse } from "csv-parse"

/** One row of a CSV file. */
interface CsvRow {
  /** The line on which the row begins, as an editor counts it. */
  line: number
  cells: string[]
}

/** The file cannot be read from this line on. The message is the reason. */
export class FileFault extends Error {
  line: number

  constructor(message: string, { line, ...options }: ErrorOptions & { line: number }) {
    super(message, options)
    this.line = line
  }
}

/** UTF-16 units. A longer row cannot be a record; it comes from an unclosed quote. */
export const longestRow = 1 << 22

const quoteInside =
  'has a quote inside of a cell. Put such a cell in quotes, and write its quotes twice: "12"" Main St"'
const notClosed = "has a cell whose quote is not closed"
const lineEnd = /\r\n|\r|\n/g

interface Parsed {
  record: string[]
  raw: string
}

/**
 * The rows of a CSV file (RFC 4180) that arrives in pieces. Its lines may end with CR LF, LF or CR,
 * also mixed, because several programs may have written parts of it. An empty line is a row with
 * one empty cell. Errors: `FileFault`, after the rows before it.
 */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let line = 1
  let rows: CsvRow[] = []
  const parser = parse({
    raw: true,
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: longestRow,
    // A stream would lose the rows before an error.
    on_record(row) {
      const { record, raw } = row as object as Parsed
      rows.push({ line, cells: record })
      // The parser's own count is wrong if a piece ends between CR and LF.
      line += raw.match(lineEnd)?.length ?? 0
      return null
    },
  }).on("error", () => undefined)
  const taken = () => {
    const some = rows
    rows = []
    return some
  }
  const read = async (step: (done: (error?: Error | null) => void) => void) => {
    const { promise, resolve } = Promise.withResolvers<Error | undefined>()
    step((error) => resolve(error ?? undefined))
    return await promise
  }
  let error: Error | undefined
  for await (const piece of pieces) {
    error = await read((done) => parser.write(piece, done))
    yield* taken()
    if (error) break
  }
  error ??= await read((done) => {
    finished(parser, done)
    parser.end()
    parser.resume()
  })
  yield* taken()
  if (!error) return
  if (!(error instanceof CsvError)) throw error
  const isOpen = /QUOTE_NOT_CLOSED|MAX_RECORD_SIZE/.test(error.code)
  throw new FileFault(isOpen ? notClosed : quoteInside, { line, cause: error })
}
