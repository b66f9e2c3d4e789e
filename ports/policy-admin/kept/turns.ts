import type { Clock } from "#platform/clock.ts"

const everyMilliseconds = 15 * 60_000
const mostKeys = 5_000

/** Whether a quarter of an hour has passed since it was last said of this key, in this process. */
export function createTurns(clock: Clock): (key: string) => boolean {
  const last = new Map<string, number>()
  return (key) => {
    const now = clock.now().getTime()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < everyMilliseconds) return false
    if (last.size >= mostKeys) last.clear()
    last.set(key, now)
    return true
  }
}
