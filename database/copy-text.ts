/** Rows in the text format of PostgreSQL's COPY: these fields of each row, in this order. */
export function copyText<Name extends string>(
  rows: readonly { [name in Name]?: unknown }[],
  names: readonly Name[],
): string {
  let text = ""
  for (const row of rows) {
    text += `${names.map((name) => cellOf(row[name])).join("\t")}\n`
  }
  return text
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" }

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "\\N"
  const text = String(value)
  if (!special.test(text)) return text
  return text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter)
}
