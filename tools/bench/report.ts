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

/** A measurement. It yields each finding once it is known, so that a later fault loses none. */
export type Measurement = () => AsyncIterable<Finding>

/** The width of most names and values, so that lines that are printed one by one form columns. */
const widths = { what: 64, value: 10 }

/**
 * Runs measurements one after the other and prints each finding at once. One that fails is named, and the
 * others run all the same. Returns whether all ran and no promised bound was missed.
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
 * The findings of a part of a measurement. One that fails is a missed finding with this name, so that the parts after
 * it run all the same.
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

/** The findings of a measurement that knows them only at its end. */
export function atEnd(measure: () => Promise<readonly Finding[]>): Measurement {
  return async function* () {
    yield* await measure()
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
