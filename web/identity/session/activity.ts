import { readItem, writeItem } from "#web/calls/local-storage.ts"

// Kept for all tabs of the site, and here for browsers that keep nothing.
let ownActivity = 0
let ownExtension = 0

/** Notes that a person is there. `now` is in milliseconds since 1970, here and below. */
export function noteActivity(now: number): void {
  ownActivity = now
  writeItem("lastActivity", String(now))
}

/** Notes that the server has been told. */
export function noteExtension(now: number): void {
  ownExtension = now
  writeItem("sessionExtended", String(now))
}

/** Starts the clock of a new session: one left from an earlier session must not end it. */
export function startIdleClock(now: number): void {
  noteActivity(now)
  noteExtension(now)
}

/** When a person was last seen, in any tab; 0 if that is not known. */
export function lastActivity(now: number): number {
  const time = Math.max(ownActivity, stored("lastActivity"))
  if (time <= now) return time
  // The clock was set back. A time in the future would keep the session from ever ending.
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
