import { idleMinutes } from "#contracts/identity/session-life.ts"
import { lastActivity } from "./activity.ts"
import { accessToken, clearSession } from "./session.ts"

/**
 * Forgets a session that was left longer ago than it lives, before any of it is shown: the next
 * person at the device must not even read whose it was.
 */
export function forgetStaleSession(now: number): void {
  if (!accessToken() || now - lastActivity(now) < idleMinutes * 60_000) return
  clearSession("idle")
  void import("./end-message.ts").then((it) => it.explainEnd())
}
