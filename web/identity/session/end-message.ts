import { idleMinutes } from "#contracts/identity/session-life.ts"
import type { Message } from "#contracts/messages.ts"
import { readItem } from "#web/calls/local-storage.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { lastActivity } from "./activity.ts"
import type { EndReason } from "./session.ts"
import * as texts from "./texts.ts"

const messages: Record<EndReason, Message> = {
  idle: message("session.idle", texts.loggedOutIdle(idleMinutes)),
  refused: message("session.ended", texts.sessionHasEnded),
  logOut: message("session.loggedOut", texts.loggedOutElsewhere),
}

/**
 * Explains at the login why the last session in this browser ended. If the session has no recorded
 * activity, the message does not mention inactivity.
 */
export function explainEnd(): void {
  const reason = readItem("sessionEnd") ?? ""
  if (reason === "idle" && lastActivity(Date.now()) === 0) notify([messages.refused], "/")
  else notify([isReason(reason) ? messages[reason] : messages.logOut], "/")
}

/** Another release or an extension may have stored something else. */
function isReason(text: string): text is EndReason {
  return Object.hasOwn(messages, text)
}

function message(messageId: string, text: string): Message {
  return { type: "INFO", content: [text], messageId }
}
