/** The names of the metrics in a scrape. */
export function familiesOf(scraped: string): Set<string> {
  const lines = scraped.matchAll(/^# TYPE (\w+) \w+$/gm)
  return new Set(Array.from(lines, ([, name = ""]) => name))
}

const words = new Set(["by", "le", "on", "without", "ignoring", "and", "or", "unless", "bool"])

/** The metrics in a PromQL expression, without the suffixes of a histogram. */
export function namesIn(expression: string): string[] {
  const plain = expression
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, "")
  const names = plain.match(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g) ?? []
  return names
    .filter((name) => !words.has(name))
    .map((name) => name.replace(/(?<=_seconds)_(bucket|count|sum)$/, ""))
}
