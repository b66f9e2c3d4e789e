import type { FastifyRequest } from "fastify"
import type { Caller } from "#contracts/endpoint.ts"
import { Failure } from "#contracts/messages.ts"
import type { AgentSession, Cookies, CustomerSession, Site } from "#services/call-request.ts"
import type { SessionRow } from "#services/identity/sessions/sessions.store.ts"

type FindSession = (
  cookie: string | undefined,
  token: string | undefined,
  host: string,
) => Promise<SessionRow>

/**
 * The session of a call, when its row's caller is one or may be; null for a visitor's call.
 *
 * Errors: `session.required`, `session.expired`, or `session.notAllowed` when the person is
 * signed in as somebody else than the row asks for.
 */
export async function sessionOf(
  caller: Caller,
  request: FastifyRequest,
  site: Site,
  cookies: Cookies,
  findSession: FindSession,
): Promise<CustomerSession | AgentSession | null> {
  if (caller === "visitor") return null
  const token = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1]
  try {
    const session = signedIn(await findSession(cookies.get("session"), token, site.host))
    if (!allows(caller, session)) throw new NotAllowed(session)
    return session
  } catch (error) {
    // Who is signed in no longer, or as staff, is a visitor.
    if (caller === "visitor-or-customer" && error instanceof Failure) return null
    throw error
  }
}

/** The call is another role's; `session` says whose call it was. */
export class NotAllowed extends Failure {
  session: CustomerSession | AgentSession

  constructor(session: CustomerSession | AgentSession) {
    super("session.notAllowed")
    this.session = session
  }
}

function signedIn(row: SessionRow): CustomerSession | AgentSession {
  const { id, client, userid, accountNumber, agentUserid, securityQuestionId, provenAt } = row
  if (userid !== null && accountNumber !== null) {
    return {
      kind: "customer",
      id,
      client,
      userid,
      accountNumber,
      agentUserid,
      securityQuestionId,
      provenAt,
    }
  }
  if (agentUserid !== null) return { kind: "agent", id, agentUserid }
  throw new Failure("session.required")
}

function allows(caller: Caller, session: CustomerSession | AgentSession): boolean {
  if (caller === "signed-in") return true
  if (session.kind === "agent") return caller === "agent"
  if (caller === "customer-or-staff") return true
  const isForPeople = caller === "customer" || caller === "visitor-or-customer"
  return isForPeople && session.agentUserid === null
}
