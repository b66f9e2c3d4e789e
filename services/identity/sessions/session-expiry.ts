import { idleMinutes } from "#contracts/identity/session-life.ts"
import { earlier, later } from "#platform/time.ts"
import type { SessionRow } from "./sessions.store.ts"

/** A session ends this long after it was opened, however active the person is. */
const lifeHours = 12
/** A session in which staff act for a customer ends this long after it was opened. */
const actingMinutes = 30

/** The latest end of a session that is opened now. */
export function endOfLife(now: Date, { isActing }: { isActing: boolean }): Date {
  return later(now, isActing ? { minutes: actingMinutes } : { hours: lifeHours })
}

/** The limit of idle time: a session that was last used at this moment or earlier has ended. */
export function idleLimit(now: Date): Date {
  return earlier(now, { minutes: idleMinutes })
}

/** Whether a session was ended, reached the end of its life, or was idle for too long. */
export function isOver(
  session: Pick<SessionRow, "endedAt" | "expiresAt" | "seenAt">,
  now: Date,
): boolean {
  return session.endedAt !== null || session.expiresAt <= now || session.seenAt <= idleLimit(now)
}
