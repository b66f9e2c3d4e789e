import { idleMinutes } from "#contracts/identity/session-life.ts"
import type { Message } from "#contracts/messages.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { lastActivity } from "./activity.ts"
import { accessToken, clearSession } from "./session.ts"
import * as texts from "./sign-out-texts.ts"

/**
 * Forgets a session that was left longer ago than it lives, before any of it is shown: the next
 * person at the device must not even read whose it was.
 */
export function forgetStaleSession(now: number): void {
  if (!accessToken() || now - lastActivity() < idleMinutes * 60_000) return
  clearSession()
  notify([idleMessage], "/")
}

export const idleMessage: Message = {
  type: "INFO",
  content: [texts.loggedOutIdle(idleMinutes)],
  messageId: "session.idle",
}
