import type { sessions } from "#contracts/identity/sessions.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { limitedAddress } from "#platform/rate-limits/limited-address.ts"
import { later } from "#platform/time.ts"
import type { AuditEntry } from "#services/audit/audit.ts"
import { type CallRequest, clientsOf, type Handlers, type Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { providerNameOf } from "#services/staff/accounts/staff-standing.ts"
import { endSessionFamily } from "../sessions/sessions.store.ts"
import type { StaffStanding } from "../sessions/sessions.ts"
import { startSession } from "../sessions/start-session.ts"
import { storedUserOf } from "../sessions/stored-user.ts"
import {
  declineSessionTransfer,
  findSessionTransfer,
  insertSessionTransfer,
  isForActing,
  type Presented,
  redeemSessionTransfer,
  type SessionTransfer,
} from "./session-transfer.store.ts"
import {
  askFirst,
  type BrowserSession,
  isSamePerson,
  mustBeAsked,
  originAt,
  sessionOfBrowser,
} from "./transfer-question.ts"

const lifeSeconds = 60
/**
 * The limit of refused session transfers per address. Valid ones do not count: many staff share an
 * address.
 */
const refusedLimit = { calls: 30, minutes: 10 }

type SessionTransferKey =
  | "POST /appauth/handoff"
  | "POST /appauth/handoff/redeem"
  | "POST /appauth/handoff/decline"
type RedeemRequest = CallRequest<(typeof sessions)["POST /appauth/handoff/redeem"]>

/**
 * Transfers a session to another host: a customer's from the group to the union, a staff member's
 * to the site of a customer. The link contains a single-use token, which a POST redeems at the
 * intended host. The person at the browser must agree if the transfer would replace another
 * person's session, or if the link does not come from one of our own pages.
 */
export function createSessionTransfer(
  deps: Deps,
  { staffStanding }: { staffStanding: StaffStanding },
) {
  const { database, clock, secrets, policyAdmin, audit, rateLimits, brands } = deps

  const handlers: Pick<Handlers<typeof sessions>, SessionTransferKey> = {
    async "POST /appauth/handoff"({ site, session, body }) {
      const host = await brands.unionHost(site.host, session.client)
      const isOther = body.hostName !== undefined && body.hostName !== host
      if (host === undefined || isOther) throw new ApiError("request.notFound")
      const { client, userid, accountNumber } = session
      const way = { session, host, client, userid, accountNumber }
      const siteURL = await make(database, site, { ...way, subjectUserid: null, staffUserid: null })
      return { siteURL }
    },

    async "POST /appauth/handoff/redeem"(request) {
      const { site, cookies, body } = request
      const presented = presentedBy(secrets, request)
      const found = await findSessionTransfer(database, presented, clock.now())
      const sessionTransfer = found && isFor(body.token, site.host, found) ? found : undefined
      const person =
        sessionTransfer &&
        (await isAllowed(database, sessionTransfer)) &&
        (await policyAdmin.person(sessionTransfer.client, sessionTransfer.accountNumber))
      if (!sessionTransfer || !person) return await refuse(request, presented)

      const current = await sessionOfBrowser(deps, request)
      const asks = mustBeAsked(sessionTransfer, current, { site, cameFrom: body.cameFrom })
      if (!asks || body.confirmed) {
        const accessToken = await open(request, { ...presented, sessionTransfer, current, asks })
        if (accessToken !== undefined) {
          cookies.clear("transfer")
          const { client, userid, staffUserid } = sessionTransfer
          const done = body.doneBefore
          const messages = done ? [await deps.localize(client, done)] : []
          const user = { ...storedUserOf(userid, person, accessToken), messages }
          if (staffUserid === null) return user
          const csName = await providerNameOf(database, staffUserid)
          return { ...user, csUserid: staffUserid, ...(csName && { csName }) }
        }
      }
      const question =
        asks && (await askFirst(deps, request, { ...presented, sessionTransfer, person, current }))
      return question ? { question } : await refuse(request, presented)
    },

    async "POST /appauth/handoff/decline"(request) {
      await declineSessionTransfer(database, presentedBy(secrets, request), clock.now())
      return { messages: [] }
    },
  }

  /** Whether the staff member, if any, may still act for customers of the client. */
  async function isAllowed(
    queries: Queries,
    { staffUserid, client }: SessionTransfer,
  ): Promise<boolean> {
    return staffUserid === null || (await staffStanding(queries, staffUserid, client)) !== undefined
  }

  /**
   * Opens the session and ends the browser's previous one. Returns the access token; undefined if
   * the transfer is used up, or if the person must be asked and was not asked about this session.
   */
  async function open(
    request: RedeemRequest,
    {
      sessionTransfer,
      current,
      asks,
      ...presented
    }: Presented & {
      sessionTransfer: SessionTransfer
      current: BrowserSession | undefined
      asks: boolean
    },
  ): Promise<string | undefined> {
    const { site, cookies, ip } = request
    const { staffUserid } = sessionTransfer
    const replacesSessionId = current?.id ?? null
    return await database.transaction(async (tx) => {
      const now = clock.now()
      const way = { ...presented, mustBeAsked: asks, replacesSessionId }
      if (!(await redeemSessionTransfer(tx, way, now))) return undefined
      if (!(await isAllowed(tx, sessionTransfer))) return undefined
      const cookie = cookies.get("session")
      // Another person's session ends with its whole family. `startSession` would end only the
      // session itself.
      if (current && cookie && !isSamePerson(current, sessionTransfer)) {
        const cookieHash = secrets.hash("session cookie", cookie)
        await endSessionFamily(tx, clientsOf(site), { cookieHash, host: site.host }, now)
      }
      const accessToken = await startSession(tx, { clock, secrets }, request, sessionTransfer)
      if (staffUserid !== null) await audit.record(tx, actingOf(sessionTransfer, staffUserid, ip))
      return accessToken
    })
  }

  async function refuse(request: RedeemRequest, presented: Presented): Promise<never> {
    await rateLimits.consume(`hand-offs refused to ${limitedAddress(request.ip)}`, refusedLimit)
    const isActing = await isForActing(database, presented)
    throw new ApiError(isActing ? "handoff.actingInvalid" : "handoff.invalid")
  }

  /** The address of a page that opens the session at its host, once. */
  async function make(
    queries: Queries,
    site: Site,
    way: Omit<Parameters<typeof insertSessionTransfer>[1], "tokenHash" | "expiresAt"> & Transferred,
  ): Promise<string> {
    const token = secrets.bound("handoff", ...ownerOf(way.host, way))
    const expiresAt = later(clock.now(), { seconds: lifeSeconds })
    await insertSessionTransfer(queries, {
      ...way,
      tokenHash: secrets.hash("handoff", token),
      expiresAt,
    })
    return `${originAt(site, way.host)}/logging-in/${token}`
  }

  /**
   * Whether the token was made for this person. The token is bound to them, so that a forged row
   * cannot open another person's session.
   */
  function isFor(token: string, host: string, sessionTransfer: Transferred): boolean {
    return secrets.isBound("handoff", token, ...ownerOf(host, sessionTransfer))
  }

  return { handlers, make }
}

export type TransferSession = ReturnType<typeof createSessionTransfer>["make"]

function presentedBy(
  secrets: Secrets,
  { site, cookies, body }: Pick<RedeemRequest, "site" | "cookies" | "body">,
): Presented {
  const secret = cookies.get("transfer")
  return {
    tokenHash: secrets.hash("handoff", body.token),
    clients: clientsOf(site),
    host: site.host,
    browserHash: secret === undefined ? null : secrets.hash("transfer cookie", secret),
  }
}

/** The person whose session a transfer opens, and the staff member who then acts for them. */
export type Transferred = Pick<
  SessionTransfer,
  "client" | "userid" | "accountNumber" | "staffUserid"
>

function ownerOf(host: string, { client, userid, accountNumber, staffUserid }: Transferred) {
  return [host, client, userid, accountNumber, staffUserid]
}

/** The audit entry for a staff member who starts to act for a customer. */
function actingOf(sessionTransfer: SessionTransfer, staffUserid: string, ip: string): AuditEntry {
  const { client, accountNumber, userid } = sessionTransfer
  const actor = { kind: "staff", userid: staffUserid } as const
  return { client, action: "staff.act", actor, accountNumber, subjectUserid: userid, ip }
}
