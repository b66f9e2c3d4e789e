import type { LoginPayload } from "#contracts/appauth/sign-in.ts"
import { Failure } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#ports/clock.ts"
import type { Audit } from "#services/audit.ts"
import type { Cookies, Site } from "#services/request.ts"
import type { Budgets } from "./budgets.ts"
import { countedUnder, rememberDevice } from "./devices.ts"
import { isRightPassword, passwordBudget } from "./password.ts"
import { startSession } from "./sessions.ts"
import { findAgent } from "./users.store.ts"

interface Needs {
  database: Database
  clock: Clock
  audit: Audit
  budgets: Budgets
}

/**
 * Signs staff in at the support site: username and password, no code.
 *
 * Errors: `signIn.credentials`, `signIn.tooMany`.
 */
export async function signInStaff(
  { database, clock, audit, budgets }: Needs,
  request: { site: Site; cookies: Cookies; body: LoginPayload; ip: string },
) {
  const { username, password } = request.body
  // No customer's userid holds a space, so the two cannot be mistaken for one another.
  const account = `staff ${username.toLowerCase()}`
  const counted = await countedUnder(database, request.cookies, account)
  await budgets.spend(`passwords of ${counted}`, passwordBudget)
  const agent = await findAgent(database, username)
  const right = await isRightPassword(password, agent)
  const about = {
    client: request.site.client,
    accountNumber: null,
    subjectUserid: agent?.userid ?? null,
    ip: request.ip,
  }
  if (!agent || !right) {
    await database.transaction((tx) =>
      audit.record(tx, {
        ...about,
        action: "signIn.failed",
        actor: { kind: "visitor" },
        after: { wrong: agent ? "password" : "username" },
      }),
    )
    throw new Failure("signIn.credentials")
  }
  const accessToken = await database.transaction(async (tx) => {
    await rememberDevice(tx, request.cookies, account, clock.now())
    const token = await startSession(tx, clock, request, {
      client: request.site.client,
      userid: null,
      agentUserid: agent.userid,
    })
    await audit.record(tx, {
      ...about,
      action: "signIn",
      actor: { kind: "staff", userid: agent.userid },
    })
    return token
  })
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
