/** One measured value. */
export interface Finding {
  what: string
  value: string
  /** The aim or the promised bound as text; absent if the value has none. */
  bound?: string
  /** Whether a promised bound was missed, which fails the run. */
  missed?: boolean
  /** Whether an aim was missed, which is only reported. */
  isBelowAim?: boolean
}

/** A measurement. It yields each finding once it is known, so that a later failure loses none. */
export type Measurement = () => AsyncIterable<Finding>

/** The width of most names and values, so that separately printed lines form columns. */
const widths = { what: 64, value: 10 }

/**
 * Runs measurements one after the other and prints each finding immediately. A failed one is
 * reported by name, and the others still run. Returns whether all ran and no promised bound was
 * missed.
 */
export async function report(
  measurements: Readonly<Record<string, Measurement>>,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  let isGood = true
  for (const [name, measure] of Object.entries(measurements)) {
    try {
      for await (const finding of measure()) {
        print(lineOf(finding))
        if (finding.missed) isGood = false
      }
    } catch (error) {
      print(`${name} did not finish: ${(error as Error).message}`)
      isGood = false
    }
  }
  return isGood
}

function lineOf({ what, value, bound = "", missed, isBelowAim }: Finding): string {
  const mark = missed ? "  ← missed" : isBelowAim ? "  ← below the aim" : ""
  const columns = `${what.padEnd(widths.what)}  ${value.padStart(widths.value)}`
  return `${columns}  ${bound}${mark}`.trimEnd()
}

/**
 * The findings of a part of a measurement. A failed part becomes a missed finding with this name,
 * so that the parts after it still run.
 */
export async function* orMissed(
  what: string,
  measure: () => AsyncIterable<Finding> | Promise<readonly Finding[]>,
): AsyncGenerator<Finding> {
  try {
    yield* await measure()
  } catch (error) {
    yield { what, value: "-", bound: `did not finish: ${(error as Error).message}`, missed: true }
  }
}

/** The findings of a measurement that only has them at its end. */
export function atEnd(measure: () => Promise<readonly Finding[]>): Measurement {
  return async function* () {
    yield* await measure()
  }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The quantile of the values: this part of them, such as 0.95, lies below it. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}
