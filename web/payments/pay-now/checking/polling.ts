/** Seconds between two requests: short at first, when most outcomes arrive. */
const waits = [1, 2, 3, 5, 8, 13, 20]
const longestWait = 30
/** After that, the person uses a button. */
const giveUpAfterSeconds = 600

/** Seconds to wait before question number `asked` (from 0); nothing once it has taken too long. */
export function nextWait(asked: number, secondsSoFar: number): number | undefined {
  if (secondsSoFar >= giveUpAfterSeconds) return undefined
  return waits[asked] ?? longestWait
}
