import type { Message } from "#contracts/messages.ts"
import { navigate } from "#web/app/location.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { clearSession, customerSession, takeOverSession } from "./session.ts"
import * as texts from "./texts.ts"

/**
 * Ends the session. If staff act for a customer, ends only that. If the call fails, the person
 * stays signed in and sees the reason.
 */
export async function signOut(): Promise<void> {
  const isActing = customerSession.get().user?.csUserid !== undefined
  try {
    await call("POST /appauth/logout", {})
  } catch (error) {
    notify(messagesOf(error))
    return
  }
  clearSession("logOut")
  // A tab in which staff acted for a customer never switches to another customer without asking.
  if (isActing) notify([actingStopped], "/")
  else takeOverSession()
  navigate("/")
  // Returns to the tab of the search, which still shows the customer. A browser closes only tabs
  // that a page opened.
  if (isActing) window.close()
}

const actingStopped: Message = {
  type: "INFO",
  content: [texts.stoppedActing],
  messageId: "session.actingStopped",
}
