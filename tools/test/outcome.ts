/** How many tests, or checks that count as one each, went which way. */
export interface Outcome {
  passed: number
  failed: number
}
