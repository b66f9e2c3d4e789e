import assert from "node:assert/strict"
import { readFileSync } from "node:fs"

const page = readFileSync(new URL("../../../docs/stripe.md", import.meta.url), "utf8")

/** The rows of the table of docs/stripe.md that begins with this head. */
export function rowsUnder(head: string): string[] {
  const lines = page.split("\n").map((line) => line.trim())
  const first = lines.indexOf(head) + 2
  assert.ok(first > 2, head)
  const rows = lines.slice(first)
  return rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith("|")),
  )
}
