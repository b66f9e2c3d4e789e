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

/** When a person was last seen, in any tab. */
export function lastActivity(): number {
  return Math.max(ownActivity, stored("lastActivity"))
}

export function lastExtension(): number {
  return Math.max(ownExtension, stored("sessionExtended"))
}

/** A time in the future, or none, would keep the session from ever ending. */
function stored(key: "lastActivity" | "sessionExtended"): number {
  const time = Number(readItem(key))
  return time <= Date.now() ? time : 0
}

export function wasActiveElsewhere(): boolean {
  return lastActivity() > ownActivity
}
