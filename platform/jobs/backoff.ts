/** Seconds: the first wait, and the longest. */
export interface Waits {
  first: number
  longest: number
}

/**
 * Seconds after the start between which a job first runs if its interval is longer than `latest`.
 */
const firstRun = { earliest: 60, latest: 300 }

/**
 * Seconds from the start of a job until its first run: its interval or, for a job with a long
 * interval, a moment in the first minutes, because a server may restart before an interval has
 * passed. `random` is between 0 and 1, so that servers that start together do not run the job
 * together.
 */
export function waitForFirstRun(everySeconds: number, random: number): number {
  const { earliest, latest } = firstRun
  return everySeconds > latest ? earliest + random * (latest - earliest) : everySeconds
}

/**
 * Seconds to wait after the given number of failed tries: doubled each time up to the longest. A
 * `random` between 0 and 1 varies the wait by at most a quarter, so that rows that failed together
 * are not retried together.
 */
export function waitAfter(tries: number, { first, longest }: Waits, random = 0.5): number {
  const wait = Math.min(first * 2 ** (tries - 1), longest)
  return wait * (0.75 + random / 2)
}
