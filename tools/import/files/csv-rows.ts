/** One row of a CSV file. */
interface CsvRow {
  /** The line on which it begins, as an editor counts it. */
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

/** In UTF-16 units. Longer rows are no records; a quote that is not closed makes one. */
export const longestRow = 1 << 22

const quoteInside =
  'has a quote inside of a cell. Put such a cell in quotes, and write its quotes twice: "12"" Main St"'
const notClosed = "has a cell whose quote is not closed"
const unquotedEnd = /[",\r\n]/g
const lineEnd = /\r\n|\r|\n/g

/**
 * The rows of a CSV file (RFC 4180) that arrives in pieces. Its lines may end with CR LF, LF or CR, also mixed, because files
 * are put together by several programs. An empty line is a row with one empty cell. Errors: `FileFault`, after the rows
 * before it.
 */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let rest = ""
  let line = 1
  for await (const piece of pieces) {
    const text = rest + piece
    let start = 0
    for (;;) {
      const read = readRow(text, start, line, false)
      if (!read) break
      yield { line, cells: read.cells }
      start = read.end
      line = read.nextLine
    }
    rest = text.slice(start)
    if (rest.length > longestRow) {
      throw new FileFault(rest.includes('"') ? notClosed : "is too long", { line })
    }
  }
  let start = 0
  while (start < rest.length) {
    const read = readRow(rest, start, line, true)
    if (!read) return
    yield { line, cells: read.cells }
    start = read.end
    line = read.nextLine
  }
}

/** The row at `start`; undefined if its end can be in the next piece. */
function readRow(text: string, start: number, firstLine: number, isLast: boolean) {
  const cells: string[] = []
  let line = firstLine
  let at = start
  for (;;) {
    const isQuoted = text[at] === '"'
    const end = isQuoted ? quotedEnd(text, at) : endOfUnquoted(text, at)
    // After a quote at the end of the piece, a second one can follow.
    if (!isLast && end + 1 >= text.length) return undefined
    if (isQuoted) {
      if (end > text.length) throw new FileFault(notClosed, { line })
      const cell = text.slice(at + 1, end - 1)
      cells.push(cell.replaceAll('""', '"'))
      if (end < text.length && !/[,\r\n]/.test(text[end] ?? "")) {
        throw new FileFault(quoteInside, { line })
      }
      line += cell.match(lineEnd)?.length ?? 0
    } else {
      if (text[end] === '"') throw new FileFault(quoteInside, { line })
      cells.push(text.slice(at, end))
    }
    if (text[end] !== ",") {
      const length = text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1
      return { cells, end: end + length, nextLine: line + 1 }
    }
    at = end + 1
  }
}

/** The place after the quote that closes this one; beyond the text if none does. */
function quotedEnd(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return close === -1 ? text.length + 1 : close + 1
}

function endOfUnquoted(text: string, start: number): number {
  unquotedEnd.lastIndex = start
  return unquotedEnd.exec(text)?.index ?? text.length
}
