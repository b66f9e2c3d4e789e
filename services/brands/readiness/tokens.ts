import { closest, distance } from "fastest-levenshtein"
import { errorAt, type Finding } from "./finding.ts"
import type { Sheet } from "./sheet.ts"

/** A misspelling is at most this many letters away. */
const mostLetters = 4

/** Custom properties that nothing reads, and values that nothing sets. */
export function checkTokens(sheet: Sheet, defaults: Sheet): Finding[] {
  const known = [...new Set(defaults.tokens.map(({ name }) => name))]
  const own = new Set(sheet.tokens.map(({ name }) => name))
  const used = new Set(sheet.uses.map(({ name }) => name))
  const file = sheet.source.file
  const unknown = sheet.tokens.filter(({ name }) => !known.includes(name) && !used.has(name))
  const unset = sheet.uses.filter(({ name }) => !known.includes(name) && !own.has(name))
  return [
    ...unknown.map(({ name, line }) =>
      errorAt(
        "token",
        { file, line },
        {
          reason: `${name} is no property of the design, and nothing in this file uses it`,
          fix: suggestion(name, known),
        },
      ),
    ),
    ...unset.map(({ name, line }) =>
      errorAt(
        "token",
        { file, line },
        {
          reason: `var(${name}) has no value: neither the design nor this file sets it`,
          fix: suggestion(name, [...known, ...own]),
        },
      ),
    ),
  ]
}

function suggestion(name: string, known: readonly string[]): string {
  const nearest = closest(name, known)
  return distance(name, nearest) <= mostLetters
    ? `Did you mean ${nearest}?`
    : "web/ui/tokens.css lists the properties that a brand can set."
}
