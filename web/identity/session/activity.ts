import { readItem, writeItem } from "#web/calls/local-storage.ts"

// Shared by all tabs through storage, and stored here for browsers without storage.
let ownActivity = 0
let ownExtension = 0

/** Records activity of a person. `now` is in milliseconds since 1970, here and below. */
export function noteActivity(now: number): void {
  ownActivity = now
  writeItem("lastActivity", String(now))
}

/** Records that the server was notified of the activity. */
export function noteExtension(now: number): void {
  ownExtension = now
  writeItem("sessionExtended", String(now))
}

/** Resets the clock for a new session. A time left from an earlier session must not end it. */
export function startIdleClock(now: number): void {
  noteActivity(now)
  noteExtension(now)
}

/** The last activity in any tab; 0 if it is unknown. */
export function lastActivity(now: number): number {
  const time = Math.max(ownActivity, stored("lastActivity"))
  if (time <= now) return time
  // The clock was set back. An activity in the future would prevent the session from ever ending.
  noteActivity(now)
  return now
}

export function lastExtension(now: number): number {
  const time = Math.max(ownExtension, stored("sessionExtended"))
  if (time <= now) return time
  noteExtension(now)
  return now
}

function stored(key: "lastActivity" | "sessionExtended"): number {
  return Number(readItem(key)) || 0
}

export function wasActiveElsewhere(now: number): boolean {
  return lastActivity(now) > ownActivity
}
