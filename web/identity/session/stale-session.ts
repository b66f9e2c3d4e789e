import { idleMinutes } from "#contracts/identity/session-life.ts"
import { lastActivity } from "./activity.ts"
import { accessToken, clearSession } from "./session.ts"

/**
 * Removes a session that is older than its lifetime, before any of it is shown, so that the next
 * person at the device does not even see whose it was.
 */
export function forgetStaleSession(now: number): void {
  if (!accessToken() || now - lastActivity(now) < idleMinutes * 60_000) return
  clearSession("idle")
  void import("./end-message.ts").then((it) => it.explainEnd())
}
