import { idleMinutes } from "#contracts/basic-rules.ts"
import type { Message } from "#contracts/messages.ts"
import { lastActivity } from "./activity.ts"
import { call, messagesOf } from "./api.ts"
import { navigate } from "./location.ts"
import { notify } from "./notifications.ts"
import { accessToken, clearSession } from "./session.ts"

/** Ends the session; when the server does not answer the person stays signed in and reads why. */
export async function logOut(): Promise<void> {
  try {
    await call("POST /appauth/logout", {})
  } catch (error) {
    notify(messagesOf(error))
    return
  }
  clearSession()
  navigate("/")
}

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
  content: [`You were logged out because you were away for ${idleMinutes} minutes.`],
  messageId: "session.idle",
}
