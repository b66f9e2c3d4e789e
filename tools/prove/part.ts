/** How a part of `npm run prove` is run. */
export interface Run {
  /** A bounded form for every change; otherwise the full size. */
  small: boolean
  /** What random choices are drawn from; it is printed, so that a run can be repeated. */
  seed: number
  /** Prints one line of progress or one figure. */
  log: (line: string) => void
}

/** One proof. Returns a line for each thing that does not hold; none when all of it holds. */
export type Part = (run: Run) => Promise<string[]>
