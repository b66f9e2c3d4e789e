import type { FastifyRequest } from "fastify"
import type { Role } from "#contracts/endpoint.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Cookies, CustomerSession, Site, StaffSession } from "#services/call-request.ts"
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
  role: Role,
  request: FastifyRequest,
  site: Site,
  cookies: Cookies,
  findSession: FindSession,
): Promise<CustomerSession | StaffSession | null> {
  if (role === "anonymous") return null
  const token = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1]
  try {
    const session = signedIn(await findSession(cookies.get("session"), token, site.host))
    if (!allows(role, session)) throw new NotAllowed(session)
    return session
  } catch (error) {
    // Who is signed in no longer, or as staff, is a visitor.
    if (role === "anonymous-or-customer" && error instanceof ApiError) return null
    throw error
  }
}

/** The call is another role's; `session` says whose call it was. */
export class NotAllowed extends ApiError {
  session: CustomerSession | StaffSession

  constructor(session: CustomerSession | StaffSession) {
    super("session.notAllowed")
    this.session = session
  }
}

function signedIn(row: SessionRow): CustomerSession | StaffSession {
  const { id, client, userid, accountNumber, staffUserid, securityQuestionId, provenAt } = row
  if (userid !== null && accountNumber !== null) {
    return {
      kind: "customer",
      id,
      client,
      userid,
      accountNumber,
      staffUserid,
      securityQuestionId,
      provenAt,
    }
  }
  if (staffUserid !== null) return { kind: "staff", id, staffUserid }
  throw new ApiError("session.required")
}

function allows(role: Role, session: CustomerSession | StaffSession): boolean {
  if (role === "signed-in") return true
  if (session.kind === "staff") return role === "staff"
  if (role === "customer-or-staff") return true
  const isForPeople = role === "customer" || role === "anonymous-or-customer"
  return isForPeople && session.staffUserid === null
}
