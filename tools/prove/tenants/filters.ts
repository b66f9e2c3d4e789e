/** One place in a statement that separates the clients. */
export interface Filter {
  /** The filter's text in the statement, such as `p.client = $1`. */
  written: string
  /** The statement without the filter; everything else is unchanged, including value numbers. */
  without: string
}

const column = String.raw`(?:\w+\.)?"?(?:(?:family_|session_)?client|client_group|group)"?`
const value = String.raw`\$\d+(?:::\w+)?`
const kept = String.raw`coalesce\(\w+\.client, excluded\.client\)`
const list = String.raw`(?:any|all)\((?:${value}\[\]|\w+\.clients|\w+)\)`

/** The forms of a filter and their replacements. A remaining value keeps its type. */
const shapes: { pattern: RegExp; instead: (match: RegExpMatchArray) => string }[] = [
  {
    pattern: new RegExp(
      String.raw`(?<![\w.])${column}\s*(?:=|<>)\s*(?:${list}|${value}|${kept}|${column}\b)`,
      "g",
    ),
    instead: ([all]) => always(all),
  },
  {
    pattern: new RegExp(String.raw`(?<![\w.])${column}\s+in\s*\([^)]*\)`, "gi"),
    instead: ([all]) => always(all),
  },
  {
    pattern: new RegExp(String.raw`(?<![\w.])${column}\s+is\s+null\b`, "gi"),
    instead: () => "true",
  },
  // A paged list continues after the last row of the previous page.
  {
    pattern: /\((?:\w+\.)?client, ([\w.]+)\) > \((\$\d+), (\$\d+)\)/gi,
    instead: ([, rest, client, last]) => `(${client}::text is not null and ${rest} > ${last})`,
  },
  { pattern: /using \(client, /gi, instead: () => "using (" },
  { pattern: /using \(client\)/gi, instead: () => "on true" },
]

/** The filters of a statement, in no particular order. */
export function filtersOf(text: string): Filter[] {
  return shapes.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)]
      .filter((match) => !isAssignment(match[0]))
      .map((match) => ({
        written: match[0],
        without: `${text.slice(0, match.index)}${instead(match)}${text.slice(match.index + match[0].length)}`,
      })),
  )
}

/**
 * Comparisons of a client that match no form above; without this check, the list of filters could
 * be incomplete.
 */
export function unknownComparisons(text: string): string[] {
  const rest = shapes.reduce((left, { pattern }) => left.replaceAll(pattern, " "), text)
  const comparison = /\b(?:client|client_group)"?\s*(?:=|<|>|!=|in\b|is\b|like\b|between\b).{0,30}/g
  return [...rest.matchAll(comparison)].map(([all]) => all)
}

/** `on conflict … do update set client = excluded.client` writes; it does not filter. */
function isAssignment(comparison: string): boolean {
  return comparison.includes("excluded.")
}

/** A condition that is true for every row, and keeps the value of the comparison. */
function always(comparison: string): string {
  const [parameter] = comparison.match(/\$\d+/) ?? []
  if (parameter === undefined) return "true"
  return `(${parameter}::text${comparison.includes("[]") ? "[]" : ""} is not null)`
}
