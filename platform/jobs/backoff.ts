/** Seconds: the first wait, and the longest. */
export interface Waits {
  first: number
  longest: number
}

/**
 * Seconds to wait after the given number of failed tries: doubled each time up to the longest, give
 * or take a quarter, so that rows that failed together do not come back together. `random` is
 * between 0 and 1.
 */
export function waitAfter(tries: number, { first, longest }: Waits, random: number): number {
  const wait = Math.min(first * 2 ** (tries - 1), longest)
  return wait * (0.75 + random / 2)
}
