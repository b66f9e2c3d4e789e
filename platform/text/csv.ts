/**
 * A text that a spreadsheet runs as a formula: it begins with one of these characters, also after
 * apostrophes, and is not a plain number. Spreadsheets treat the full-width forms like the others.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const plainNumber = /^-?\d+(\.\d+)?$/

/**
 * One row of CSV (RFC 4180). An apostrophe before a formula keeps spreadsheets from running it;
 * `plainCell` removes exactly this apostrophe.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`
}

function csvCell(text: string): string {
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text that `csvRow` wrote into this cell. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
