import { navigate } from "#web/app/location.ts"
import { call } from "#web/calls/api.ts"
import { explainEnd } from "./end-message.ts"
import { clearSession } from "./session.ts"

/**
 * Ends the session of an inactive person, also when the server cannot be reached: its clock ends it too.
 * For staff at the support site, only that clock does it, because they may be busy at a customer's site:
 * logging out would end what they do there.
 */
export async function signOutIdle({ isStaff }: { isStaff: boolean }): Promise<void> {
  const ended = isStaff ? undefined : call("POST /appauth/logout", {}).catch(warn)
  clearSession("idle")
  explainEnd()
  navigate("/")
  await ended
}

function warn(error: unknown) {
  console.warn("The server could not be told of the sign-out:", error)
}
