/** One line of what was measured. */
export interface Finding {
  what: string
  value: string
  /** What was aimed at or promised, in words; absent where a number is only told. */
  bound?: string
  /** A promise that was broken; the run fails. */
  missed?: boolean
}

export function printFindings(findings: readonly Finding[]): void {
  const width = (column: (finding: Finding) => string) =>
    Math.max(...findings.map((finding) => column(finding).length))
  const whatWidth = width(({ what }) => what)
  const valueWidth = width(({ value }) => value)
  for (const { what, value, bound, missed } of findings) {
    const line = `${what.padEnd(whatWidth)}  ${value.padStart(valueWidth)}`
    console.log(`${line}  ${bound ?? ""}${missed ? "  ← missed" : ""}`.trimEnd())
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
