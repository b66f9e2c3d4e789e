/** How many tests, or checks that count as one each, passed and failed. */
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
