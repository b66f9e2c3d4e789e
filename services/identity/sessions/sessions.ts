import { idleMinutes } from "#contracts/identity/session-life.ts"
import type { sessions } from "#contracts/identity/sessions.ts"
import { ApiError, type MessageId } from "#contracts/messages.ts"
import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import type { Queries } from "#database/sql.ts"
import { isSameHash } from "#platform/keys/secrets.ts"
import { earlier } from "#platform/time.ts"
import type { AuditEntry } from "#services/audit/audit.ts"
import { clientsOf, type Handlers, type Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { isOver } from "./session-expiry.ts"
import {
  type EndedSession,
  endSessionFamily,
  findSession,
  recordDevice,
  type SessionRow,
  touchSession,
} from "./sessions.store.ts"
import { accessTokenHash } from "./start-session.ts"

export type { SessionRow } from "./sessions.store.ts"

/** The minimum time between two updates of a session's last use. */
const touchSeconds = 15

/**
 * The roles of a staff member who is allowed to work now; undefined if they are not. With a client,
 * only if they may act for its customers.
 */
export type StaffStanding = (
  queries: Queries,
  staffUserid: string,
  client: string | null,
) => Promise<readonly StaffRole[] | undefined>

/** A live session. `staffRoles` are the roles of its staff member, and empty without one. */
export type LiveSession = SessionRow & { staffRoles: readonly StaffRole[] }

type SessionHandlers = Pick<
  Handlers<typeof sessions>,
  "PUT /appauth/userInformation" | "POST /appauth/session/extend" | "POST /appauth/logout"
>

/**
 * A session needs a cookie that no script can read and a token that no other site can send.
 * Neither works without the other.
 */
export function createSessions(
  { database, clock, secrets, audit }: Deps,
  { staffStanding }: { staffStanding: StaffStanding },
) {
  const handlers: SessionHandlers = {
    async "PUT /appauth/userInformation"({ session, body }) {
      await recordDevice(database, session, body.userDeviceInfo, body.clientLoginIp)
      return { messages: [] }
    },
    async "POST /appauth/session/extend"({ session }) {
      await touchSession(database, session, clock.now())
      return { idleSeconds: idleMinutes * 60 }
    },
    async "POST /appauth/logout"({ site, cookies, ip }) {
      const secret = cookies.get("session")
      if (secret !== undefined) {
        const cookieHash = secrets.hash("session cookie", secret)
        await database.transaction(async (tx) => {
          const own = { cookieHash, host: site.host }
          const ended = await endSessionFamily(tx, clientsOf(site), own, clock.now())
          const session = ended.find(({ isOwn }) => isOwn)
          if (session) await audit.record(tx, signedOut(session, ip))
        })
      }
      cookies.clear("session")
      return { messages: [] }
    },
  }

  /**
   * The live session of a request.
   *
   * Errors: `session.required` if cookie and token do not belong together, `session.replaced` if
   * the cookie belongs to a live session with another token, `session.expired` if the session is
   * over, `session.actingOver` if staff acted for a customer in it, `session.staffEnded` if it was
   * a staff session that was ended.
   */
  async function find(
    cookie: string | undefined,
    token: string | undefined,
    site: Site,
  ): Promise<LiveSession> {
    if (!cookie || !token) throw new ApiError("session.required")
    const { host } = site
    const cookieHash = secrets.hash("session cookie", cookie)
    const row = await findSession(database, clientsOf(site), cookieHash, host)
    if (!row) throw new ApiError("session.required")
    const now = clock.now()
    if (!isSameHash(row.tokenHash, accessTokenHash(secrets, token, { ...row, host }))) {
      throw new ApiError(isOver(row, now) ? "session.required" : "session.replaced")
    }
    const staffRoles = isOver(row, now) ? undefined : await rolesOf(row)
    if (staffRoles === undefined) {
      throw new ApiError(endOf(row))
    }
    if (row.seenAt < earlier(now, { seconds: touchSeconds })) {
      await touchSession(database, row, now)
    }
    return { ...row, staffRoles }
  }

  async function rolesOf({ userid, staffUserid, client }: SessionRow) {
    if (staffUserid === null) return []
    return await staffStanding(database, staffUserid, userid === null ? null : client)
  }

  return { handlers, find }
}

function endOf({ userid, staffUserid, endedAt }: SessionRow): MessageId {
  if (staffUserid === null) return "session.expired"
  if (userid !== null) return "session.actingOver"
  return endedAt === null ? "session.expired" : "session.staffEnded"
}

export type FindSession = ReturnType<typeof createSessions>["find"]

function signedOut(session: EndedSession, ip: string): AuditEntry {
  const { client, userid, staffUserid, accountNumber } = session
  const who = staffUserid ?? userid
  const actor = { kind: staffUserid === null ? "customer" : "staff", userid: who ?? "" } as const
  // Staff at the support site belong to no client.
  const about = { client: userid === null ? "" : client, accountNumber, subjectUserid: userid }
  return { ...about, action: "signOut", actor, ip }
}
