import type { LoginPayload } from "#contracts/appauth/sign-in.ts"
import { Failure } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#ports/clock.ts"
import type { Cookies, Site } from "#services/request.ts"
import { isRightPassword } from "./password.ts"
import { startSession } from "./sessions.ts"
import { findAgent } from "./users.store.ts"

/**
 * Signs staff in at the support site: username and password, no code.
 *
 * Errors: `signIn.credentials`.
 */
export async function signInStaff(
  database: Database,
  clock: Clock,
  request: { site: Site; cookies: Cookies; body: LoginPayload },
) {
  const { username, password } = request.body
  const agent = await findAgent(database, username)
  const right = await isRightPassword(password, agent)
  if (!agent || !right) throw new Failure("signIn.credentials")
  const accessToken = await database.transaction((tx) =>
    startSession(tx, clock, request, {
      client: request.site.client,
      userid: null,
      agentUserid: agent.userid,
    }),
  )
  return {
    data: { email: "", messages: [] },
    access_token: accessToken,
    accountNumber: "",
    policyNumber: "",
    firstName: agent.firstName,
    lastName: agent.lastName,
    userid: agent.userid,
    isEmailSubscribed: false,
  }
}
