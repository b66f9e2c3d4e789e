import { randomUUID } from "node:crypto"
import type { sessions } from "#contracts/identity/sessions.ts"
import type { UserDeviceInfo } from "#contracts/identity/shapes.ts"
import { ApiError } from "#contracts/messages.ts"
import { idleMinutes } from "#contracts/rules.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { isSameHash, newSecret, type Secrets } from "#platform/keys/secrets.ts"
import { earlier, later } from "#platform/time.ts"
import type { Audit, AuditEntry } from "#services/audit/audit.ts"
import type { Cookies, Handlers, Site } from "#services/call-request.ts"
import type { StaffStanding } from "#services/staff/accounts/staff-standing.ts"
import {
  type EndedSession,
  endLiveSession,
  endSessionFamily,
  findSession,
  insertSession,
  recordDevice,
  type SessionRow,
  touchSession,
} from "./sessions.store.ts"

const lifeMinutes = 12 * 60
/** Staff come anew for each thing they do for a customer. */
const actingMinutes = 30
/** A session seen this recently is not written again on each call. */
const touchSeconds = 15

type SessionHandlers = Pick<
  Handlers<typeof sessions>,
  "PUT /appauth/userInformation" | "POST /appauth/session/extend" | "POST /appauth/logout"
>

/** Sessions: a cookie that no script reads and a token that no other site can send, bound together. */
export function createSessions({
  database,
  clock,
  secrets,
  audit,
  staffMay,
}: {
  database: Database
  clock: Clock
  secrets: Secrets
  audit: Audit
  staffMay: StaffStanding
}) {
  const handlers: SessionHandlers = {
    async "PUT /appauth/userInformation"({ session, body }) {
      await recordDevice(database, session.id, body.userDeviceInfo, body.clientLoginIp)
      return { messages: [] }
    },
    async "POST /appauth/session/extend"({ session }) {
      await touchSession(database, session.id, clock.now())
      return { idleSeconds: idleMinutes * 60 }
    },
    async "POST /appauth/logout"({ site, cookies, ip }) {
      const secret = cookies.get("session")
      if (secret !== undefined) {
        const cookieHash = secrets.hash("session cookie", secret)
        await database.transaction(async (tx) => {
          const ended = await endSessionFamily(tx, cookieHash, site.host, clock.now())
          const own = ended.find(({ isOwn }) => isOwn)
          if (own) await audit.record(tx, signedOut(own, ip))
        })
      }
      cookies.clear("session")
      return { messages: [] }
    },
  }

  /**
   * The live session of a request.
   *
   * Errors: `session.required` without a pair that fits, `session.replaced` where the cookie is
   * that of a live session and the token is not its token, `session.expired` when it is over, or
   * `session.actingOver` for staff who acted for a customer.
   */
  async function find(
    cookie: string | undefined,
    token: string | undefined,
    host: string,
  ): Promise<SessionRow> {
    if (!cookie || !token) throw new ApiError("session.required")
    const row = await findSession(database, secrets.hash("session cookie", cookie), host)
    if (!row) throw new ApiError("session.required")
    const now = clock.now()
    if (!isSameHash(row.tokenHash, tokenHash(secrets, token, { ...row, host }))) {
      throw new ApiError(isOver(row, now) ? "session.required" : "session.replaced")
    }
    if (isOver(row, now) || !(await isTheirsStill(row))) {
      const isActing = row.userid !== null && row.staffUserid !== null
      throw new ApiError(isActing ? "session.actingOver" : "session.expired")
    }
    if (row.seenAt < earlier(now, { seconds: touchSeconds })) {
      await touchSession(database, row.id, now)
    }
    return row
  }

  /** Staff act for a customer as long as they may serve the client. */
  async function isTheirsStill({ userid, staffUserid, client }: SessionRow): Promise<boolean> {
    if (staffUserid === null) return true
    return await staffMay(database, staffUserid, userid === null ? null : client)
  }

  return { handlers, find }
}

function signedOut(session: EndedSession, ip: string): AuditEntry {
  const { client, userid, staffUserid, accountNumber } = session
  const who = staffUserid ?? userid
  const actor = { kind: staffUserid === null ? "customer" : "staff", userid: who ?? "" } as const
  // Staff at the support site belong to no brand.
  const about = { client: userid === null ? "" : client, accountNumber, subjectUserid: userid }
  return { ...about, action: "signOut", actor, ip }
}

/** Whether a session has ended, lived its time or been left alone too long. */
export function isOver(
  session: Pick<SessionRow, "endedAt" | "expiresAt" | "seenAt">,
  now: Date,
): boolean {
  const isIdle = session.seenAt <= earlier(now, { minutes: idleMinutes })
  return session.endedAt !== null || session.expiresAt <= now || isIdle
}

/** Whose session it is: a customer's, a staff member's, or a customer's for whom a staff member acts. */
type SessionOwner =
  | { userid: string; accountNumber: string; staffUserid: string | null }
  | { userid: null; accountNumber: null; staffUserid: string }

/**
 * The hash of an access token holds whose session it opens and where, so that a row of one person
 * cannot be made that of another.
 */
function tokenHash(
  secrets: Secrets,
  token: string,
  { id, host, client, userid, accountNumber, staffUserid }: OpenedBy,
): Buffer {
  const owner = [id, host, client, userid, accountNumber, staffUserid]
  return secrets.hash("access token", token, ...owner)
}

type OpenedBy = Pick<SessionRow, "id" | "client" | "userid" | "accountNumber" | "staffUserid"> & {
  host: string
}

/**
 * Opens a session at this site inside the caller's transaction, and hands its cookie to the
 * browser. It ends the session that the browser had here before, whoever had signed in to it. `familyId` joins it to the session that it was handed over from; `provenAt` is when a
 * right one-time code was last entered, absent if none was; `device` and `loginIp` are what the
 * browser says of itself, where the call that opens the session tells.
 *
 * Returns the access token; it is not kept anywhere else.
 */
export async function startSession(
  tx: Queries,
  { clock, secrets }: { clock: Clock; secrets: Secrets },
  request: { site: Site; cookies: Cookies },
  owner: SessionOwner & {
    client: string
    provenAt?: Date | null
    familyId?: string
    device?: UserDeviceInfo
    loginIp?: string
  },
): Promise<string> {
  const id = randomUUID()
  const { host } = request.site
  const cookie = newSecret()
  const token = newSecret()
  const now = clock.now()
  const isActing = owner.userid !== null && owner.staffUserid !== null
  const minutes = isActing ? actingMinutes : lifeMinutes
  const replaced = request.cookies.get("session")
  if (replaced !== undefined) {
    const idleSince = earlier(now, { minutes: idleMinutes })
    const cookieHash = secrets.hash("session cookie", replaced)
    await endLiveSession(tx, cookieHash, host, { now, idleSince })
  }
  await insertSession(tx, {
    id,
    cookieHash: secrets.hash("session cookie", cookie),
    tokenHash: tokenHash(secrets, token, { ...owner, id, host }),
    host,
    client: owner.client,
    userid: owner.userid,
    staffUserid: owner.staffUserid,
    familyId: owner.familyId ?? id,
    device: owner.device ?? null,
    loginIp: owner.loginIp ?? null,
    provenAt: owner.provenAt ?? null,
    now,
    expiresAt: later(now, { minutes }),
  })
  request.cookies.set("session", cookie)
  return token
}
