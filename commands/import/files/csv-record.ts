import { closest, distance } from "fastest-levenshtein"
import { plainCell } from "#platform/text/csv.ts"
import type { ImportField } from "../fields.ts"

/** A header with its place in a record. */
interface Column {
  path: string[]
  field: ImportField
}

/** The columns of a file; undefined for one without a header, which must be empty. */
export type Columns = (Column | undefined)[]

/**
 * Whether this is the line in which a spreadsheet states its separator. It must be a comma, or the
 * headers are refused.
 */
export function isSeparator(cells: readonly string[]): boolean {
  return cells.join(",").trim() === "sep=,"
}

/**
 * The columns of a CSV file by its headers. Errors: the problem with a header, as a text.
 */
export function readHeaders(
  headers: readonly string[],
  fields: readonly ImportField[],
): Columns | string {
  const known = new Map(fields.map((field) => [field.name, field]))
  const columns: Columns = []
  for (const header of headers.slice(0, headers.findLastIndex((one) => one.trim() !== "") + 1)) {
    if (header.trim() === "") {
      columns.push(undefined)
      continue
    }
    const field = known.get(header.replace(/\.\d+(?=\.)/g, ".1"))
    if (!field || /\.0/.test(header)) return unknownHeader(header, [...known.keys()])
    if (headers.indexOf(header) !== headers.lastIndexOf(header)) return `"${header}" appears twice`
    columns.push({ path: header.split("."), field })
  }
  const missing = fields.filter((field) => isNeeded(field) && !headers.includes(field.name))
  if (missing.length === 0) return columns
  const names = missing.map(({ name }) => name).join(", ")
  return missing.length === 1 ? `the column ${names} is missing` : `columns are missing: ${names}`
}

/**
 * The problem of a row whose number of cells differs from the columns. Ignores empty cells next to
 * the table.
 */
export function widthProblem(columns: Columns, cells: readonly string[]): string | undefined {
  const width = cells.findLastIndex((cell) => cell.trim() !== "") + 1
  if (cells.length < columns.length || width > columns.length) {
    const problem = `has ${cells.length} cells, the first row has ${columns.length}`
    return cells.length > columns.length
      ? `${problem}. Put a cell with a comma in quotes: "1 Main St, #2"`
      : problem
  }
  const at = columns.findIndex((column, index) => !column && (cells[index] ?? "").trim() !== "")
  return at === -1 ? undefined : `has a value in column ${at + 1}, which has no header`
}

/** Whether every record needs it. Parts of lists are needed only where the list has an entry. */
function isNeeded({ name, isRequired }: ImportField): boolean {
  return isRequired && !/\.1(\.|$)/.test(name)
}

function unknownHeader(header: string, known: readonly string[]): string {
  const problem = `"${header}" is not a known header`
  const separator = header.match(/;|\t|\|/)
  if (separator || /^sep=/i.test(header)) {
    return "has cells that are not separated by commas. Save the table as CSV with commas"
  }
  const meant = closest(header.trim(), known)
  return distance(header.trim(), meant) <= 2 ? `${problem}. Did you mean ${meant}?` : problem
}

type Branch = { [name: string]: unknown }

/**
 * The record in one row of a CSV file. An empty cell is an absent value, or an empty text where the
 * value is required. A list contains the entries with any value, in the order of their numbers.
 */
export function recordOf(columns: Columns, cells: readonly string[]): Branch {
  const record: Branch = {}
  for (const [index, column] of columns.entries()) {
    if (!column) continue
    const { path, field } = column
    const cell = plainCell(cells[index] ?? "")
    if (cell === "" && (path.length > 1 || !field.isRequired || field.type !== "text")) continue
    let branch = record
    for (const name of path.slice(0, -1)) {
      branch[name] ??= {}
      branch = branch[name] as Branch
    }
    branch[path.at(-1) ?? ""] = cellValue(cell, field)
  }
  fillRequired(record, columns)
  return withLists(record) as Branch
}

/** Gives the existing parts of a record their required texts, so that their rules judge them. */
function fillRequired(record: Branch, columns: Columns) {
  for (const column of columns) {
    if (!column) continue
    const { path, field } = column
    if (!field.isRequired || field.type !== "text") continue
    let branch: Branch | undefined = record
    for (const name of path.slice(0, -1)) branch = branch?.[name] as Branch | undefined
    const name = path.at(-1) ?? ""
    if (branch && branch[name] === undefined) branch[name] = ""
  }
}

function cellValue(cell: string, { type }: ImportField): unknown {
  // Spreadsheets write these words in capitals.
  if (type === "yes-no" && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === "true"
  if (type === "number") return /^\d{1,9}$/.test(cell) ? Number(cell) : cell
  return cell
}

/** Converts objects whose names are numbers into lists. */
function withLists(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value
  const entries = Object.entries(value).map(([name, part]) => [name, withLists(part)] as const)
  if (entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))) {
    return entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, part]) => part)
  }
  return Object.fromEntries(entries)
}

/** The value at a header of a record; a list entry's number counts from 1. */
export function valueAt(record: unknown, header: string): string {
  let value: unknown = record
  for (const name of header.split(".")) {
    if (value === null || typeof value !== "object") return ""
    value = Array.isArray(value) ? value[Number(name) - 1] : (value as Branch)[name]
  }
  return value === null || value === undefined ? "" : String(value)
}
