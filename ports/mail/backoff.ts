const firstWaitSeconds = 5
const longestWaitSeconds = 15 * 60

/**
 * Seconds to wait after the given number of failed tries: doubled each time up to a quarter of
 * an hour, give or take a quarter, so that emails that failed together do not come back together.
 * `random` is between 0 and 1.
 */
export function waitAfter(tries: number, random: number): number {
  const wait = Math.min(firstWaitSeconds * 2 ** (tries - 1), longestWaitSeconds)
  return wait * (0.75 + random / 2)
}
