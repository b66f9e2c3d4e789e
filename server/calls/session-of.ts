import type { FastifyRequest } from "fastify"
import { isStaffCallRole, type Role, staffRoleOf } from "#contracts/endpoint.ts"
import { ApiError } from "#contracts/messages.ts"
import { type StaffRole, staffRoleName } from "#contracts/staff/staff-roles.ts"
import type { Cookies, CustomerSession, Site, StaffSession } from "#services/call-request.ts"
import type { FindSession, LiveSession } from "#services/identity/sessions/sessions.ts"

/**
 * The session of a call, if the role of its row allows one; null for an anonymous call.
 *
 * Errors: those of `findSession`, `session.notAllowed` if the session has another role, and
 * `staff.roleMissing` if the staff account does not have the required one.
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
    const session = signedIn(await findSession(cookies.get("session"), token, site))
    checkRole(role, session)
    return session
  } catch (error) {
    // An ended session counts as anonymous, and so does a staff session with the link of an email.
    const isAnonymous = !(error instanceof NotAllowed) || hasLink(request)
    if (role === "anonymous-or-customer" && error instanceof ApiError && isAnonymous) return null
    throw error
  }
}

function hasLink({ body }: FastifyRequest): boolean {
  return typeof body === "object" && body !== null && "token" in body
}

/** The session is active, but its role may not make the call. */
export class NotAllowed extends ApiError {
  session: CustomerSession | StaffSession

  constructor(session: CustomerSession | StaffSession, missing?: StaffRole) {
    if (missing === undefined) super("session.notAllowed")
    else super("staff.roleMissing", { role: staffRoleName(missing) })
    this.session = session
  }
}

function signedIn(row: LiveSession): CustomerSession | StaffSession {
  const {
    id,
    client,
    userid,
    accountNumber,
    staffUserid,
    securityQuestionId,
    provenAt,
    startedAt,
  } = row
  if (userid !== null && accountNumber !== null) {
    return {
      kind: "customer",
      id,
      client,
      userid,
      accountNumber,
      staffUserid,
      startedAt,
      securityQuestionId,
      provenAt,
    }
  }
  if (staffUserid !== null) return { kind: "staff", id, client, staffUserid, roles: row.staffRoles }
  throw new ApiError("session.required")
}

function checkRole(role: Role, session: CustomerSession | StaffSession): void {
  if (!allows(role, session)) throw new NotAllowed(session)
  if (session.kind !== "staff" || !isStaffCallRole(role)) return
  const needed = staffRoleOf(role)
  if (needed !== undefined && !session.roles.includes(needed)) {
    throw new NotAllowed(session, needed)
  }
}

function allows(role: Role, session: CustomerSession | StaffSession): boolean {
  if (role === "signed-in") return true
  if (session.kind === "staff") return isStaffCallRole(role)
  if (role === "customer-or-staff") return true
  const isForPeople = role === "customer" || role === "anonymous-or-customer"
  return isForPeople && session.staffUserid === null
}
