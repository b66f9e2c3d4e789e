/** The numbers of passed and failed tests, including checks that count as one test each. */
export interface Outcome {
  passed: number
  failed: number
}

/** The tests of one file on one lane, or one check. */
export interface FileOutcome extends Outcome {
  /** Path from the project's folder, or the part that runs the check, such as `lint`. */
  path: string
  /** The kind of test (unit, PostgreSQL, PGlite, browser), or the name of the check. */
  lane: string
  /** Titles of the failed tests. */
  failures: string[]
  /** Duration and CPU time, where they are known. */
  milliseconds: number
  cpuMilliseconds?: number
}

export function sumOf(outcomes: readonly Outcome[]): Outcome {
  const sum = { passed: 0, failed: 0 }
  for (const { passed, failed } of outcomes) {
    sum.passed += passed
    sum.failed += failed
  }
  return sum
}

/** The sum of each lane, in the order in which the lanes first appear. */
export function sumsByLane(outcomes: readonly FileOutcome[]): Map<string, Outcome> {
  return new Map(
    Map.groupBy(outcomes, ({ lane }) => lane)
      .entries()
      .map(([lane, ofLane]) => [lane, sumOf(ofLane)]),
  )
}
