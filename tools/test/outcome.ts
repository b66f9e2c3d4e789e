/** The numbers of passed and failed tests, including checks that count as one test each. */
export interface Outcome {
  passed: number
  failed: number
}

export function sumOf(outcomes: readonly Outcome[]): Outcome {
  const sum = { passed: 0, failed: 0 }
  for (const { passed, failed } of outcomes) {
    sum.passed += passed
    sum.failed += failed
  }
  return sum
}
