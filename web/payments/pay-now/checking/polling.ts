/** Seconds between one question and the next: soon at first, when most outcomes come. */
const waits = [1, 2, 3, 5, 8, 13, 20]
const longestWait = 30
/** Afterwards a person asks by a button; the outcome is mailed as well. */
const giveUpAfterSeconds = 600

/** Seconds to wait before question number `asked` (from 0); nothing once it has taken too long. */
export function nextWait(asked: number, secondsSoFar: number): number | undefined {
  if (secondsSoFar >= giveUpAfterSeconds) return undefined
  return waits[asked] ?? longestWait
}
