/**
 * How large a run is: `small` finishes in minutes, `change` is what a change of the mapped folders
 * needs (at most 20 minutes on two cores), and `full` is for releases.
 */
export type Size = "small" | "change" | "full"

/** Options of one run of a part of `npm run prove`. */
export interface Run {
  size: Size
  /** Whether `size` is `small`, for parts that have only two sizes. */
  small: boolean
  /** Seed of the random choices. It is printed, so that a run can be repeated. */
  seed: number
  /** The commit that `--since` names. */
  since?: string | undefined
  /** Prints one line of progress or one figure. */
  log: (line: string) => void
}

/** One part. Returns one line for each failed check. */
export type Part = (run: Run) => Promise<string[]>

/** Thrown by a part that cannot run on this machine. */
export class NotRunError extends Error {}

/** Collects one line for each failed check. */
export function createFindings() {
  const wrong: string[] = []
  const check = (isRight: boolean, line: string): void => {
    if (!isRight) wrong.push(line)
  }
  return { wrong, check }
}
