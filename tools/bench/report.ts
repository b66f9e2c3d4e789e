/** One measured value. */
export interface Finding {
  what: string
  value: string
  /** The aim or the promised bound as a text; absent if the value has none. */
  bound?: string
  /** Whether a promised bound was missed, which fails the run. */
  missed?: boolean
  /** Whether an aim was missed, which is only reported. */
  isBelowAim?: boolean
}

export function printFindings(findings: readonly Finding[]): void {
  const width = (column: (finding: Finding) => string) =>
    Math.max(...findings.map((finding) => column(finding).length))
  const whatWidth = width(({ what }) => what)
  const valueWidth = width(({ value }) => value)
  for (const { what, value, bound, missed, isBelowAim } of findings) {
    const line = `${what.padEnd(whatWidth)}  ${value.padStart(valueWidth)}`
    const mark = missed ? "  ← missed" : isBelowAim ? "  ← below the aim" : ""
    console.log(`${line}  ${bound ?? ""}${mark}`.trimEnd())
  }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value that this part of the values is below, such as 0.95. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}
