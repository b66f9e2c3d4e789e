import { idleMinutes, idleWarningMinutes } from "#contracts/identity/session-life.ts"
import { lastActivity, lastExtension } from "./activity.ts"

const idleMilliseconds = idleMinutes * 60_000
const extendEveryMilliseconds = 60_000

/** Seconds from the warning to the end of the session. */
export const warningSeconds = idleWarningMinutes * 60

/** Seconds until the session ends, rounded up; 0 or less if it is over. */
export function secondsUntilLogout(now: number): number {
  return Math.ceil((lastActivity(now) + idleMilliseconds - now) / 1000)
}

/**
 * Whether to notify the server of activity since the last notification. A late notification is
 * better than none, so that the server's clock never runs out before the one on the screen.
 */
export function isExtensionDue(now: number): boolean {
  return (
    lastActivity(now) > lastExtension(now) && now - lastExtension(now) >= extendEveryMilliseconds
  )
}

/** The time as text, such as "1:05". */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

/**
 * The remaining time in steps, so that a screen reader announces it four times instead of every
 * second.
 */
export function spokenTime(seconds: number): string {
  if (seconds <= 10) return "10 seconds"
  if (seconds <= 30) return "30 seconds"
  return seconds <= 60 ? "1 minute" : "2 minutes"
}
