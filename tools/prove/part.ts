/** Options of one run of a part of `npm run prove`. */
export interface Run {
  /** True for a bounded form that suits every change; otherwise the full size. */
  small: boolean
  /** Seed of the random choices. It is printed, so that a run can be repeated. */
  seed: number
  /** Prints one line of progress or one figure. */
  log: (line: string) => void
}

/** One part. Returns one line for each failed check. */
export type Part = (run: Run) => Promise<string[]>

/** Thrown by a part that cannot run on this machine. */
export class NotRunError extends Error {}
