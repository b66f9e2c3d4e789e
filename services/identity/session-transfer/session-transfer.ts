import type { sessions } from "#contracts/identity/sessions.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { countedAddress } from "#platform/rate-limits/counted-address.ts"
import type { RateLimits } from "#platform/rate-limits/rate-limits.ts"
import { later } from "#platform/time.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit, AuditEntry } from "#services/audit/audit.ts"
import type { CallRequest, Handlers, Site } from "#services/call-request.ts"
import type { StaffStanding } from "#services/staff/accounts/staff-standing.ts"
import { endSessionFamily } from "../sessions/sessions.store.ts"
import { startSession } from "../sessions/sessions.ts"
import { storedUserOf } from "../sign-in/sign-in.ts"
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
/** Of one address. Many staff may share it, so that hand-offs which are good are not counted. */
const refusedLimit = { calls: 30, minutes: 10 }

type SessionTransferKey =
  | "POST /appauth/handoff"
  | "POST /appauth/handoff/redeem"
  | "POST /appauth/handoff/decline"
type RedeemRequest = CallRequest<(typeof sessions)["POST /appauth/handoff/redeem"]>

/**
 * Takes a session to another host: a person's from their group's to that of their union, and a
 * staff member's to the site of a customer. A single-use token in the address is redeemed by POST
 * on the host that it names. It never replaces another person's session, and a link that does not
 * come from one of our pages never signs anybody in, unless the person at the browser agrees.
 */
export function createSessionTransfer({
  database,
  clock,
  secrets,
  policyAdmin,
  audit,
  rateLimits,
  staffMay,
  unionHost,
}: {
  database: Database
  clock: Clock
  secrets: Secrets
  policyAdmin: PolicyAdmin
  audit: Audit
  rateLimits: RateLimits
  staffMay: StaffStanding
  /** The host of a client within the group that this host stands for, if it has one. */
  unionHost: (groupHost: string, client: string) => Promise<string | undefined>
}) {
  const needs = { database, clock, secrets, policyAdmin }

  const handlers: Pick<Handlers<typeof sessions>, SessionTransferKey> = {
    async "POST /appauth/handoff"({ site, session, body }) {
      const host = await unionHost(site.host, session.client)
      if (host === undefined || host !== body.hostName) throw new ApiError("request.notFound")
      const { id: sessionId, client, userid, accountNumber } = session
      const way = { sessionId, host, client, userid, accountNumber }
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

      const current = await sessionOfBrowser(needs, request)
      const asks = mustBeAsked(sessionTransfer, current, { site, cameFrom: body.cameFrom })
      if (!asks || body.confirmed) {
        const accessToken = await open(request, { ...presented, sessionTransfer, current, asks })
        if (accessToken !== undefined) {
          cookies.clear("transfer")
          const user = storedUserOf(sessionTransfer.userid, person, accessToken)
          return sessionTransfer.staffUserid === null
            ? user
            : { ...user, csUserid: sessionTransfer.staffUserid }
        }
      }
      const question =
        asks && (await askFirst(needs, request, { ...presented, sessionTransfer, person, current }))
      return question ? { question } : await refuse(request, presented)
    },

    async "POST /appauth/handoff/decline"(request) {
      await declineSessionTransfer(database, presentedBy(secrets, request), clock.now())
      return { messages: [] }
    },
  }

  /** Whether the staff member of a hand-off may still act for people of the client. */
  async function isAllowed(
    queries: Queries,
    { staffUserid, client }: SessionTransfer,
  ): Promise<boolean> {
    return staffUserid === null || (await staffMay(queries, staffUserid, client))
  }

  /**
   * Opens the session and ends the one that the browser had. Returns its access token; undefined
   * where somebody was faster, or where the person has to be asked and was not asked about this.
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
      // Another person's ends with the ones that it was handed over from; `startSession` ends this one.
      if (current && cookie && !isSamePerson(current, sessionTransfer)) {
        await endSessionFamily(tx, secrets.hash("session cookie", cookie), site.host, now)
      }
      const accessToken = await startSession(tx, { clock, secrets }, request, sessionTransfer)
      if (staffUserid !== null) await audit.record(tx, actingOf(sessionTransfer, staffUserid, ip))
      return accessToken
    })
  }

  async function refuse(request: RedeemRequest, { tokenHash }: Presented): Promise<never> {
    await rateLimits.consume(`hand-offs refused to ${countedAddress(request.ip)}`, refusedLimit)
    const isActing = await isForActing(database, tokenHash)
    throw new ApiError(isActing ? "handoff.actingInvalid" : "handoff.invalid")
  }

  /** The address of a page that turns this into a session of its host, once. */
  async function make(
    queries: Queries,
    site: Site,
    way: Omit<Parameters<typeof insertSessionTransfer>[1], "tokenHash" | "expiresAt"> & HandedOver,
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

  /** A token says itself whose session it opens, whatever its row says. */
  function isFor(token: string, host: string, sessionTransfer: HandedOver): boolean {
    return secrets.isBound("handoff", token, ...ownerOf(host, sessionTransfer))
  }

  return { handlers, make }
}

function presentedBy(
  secrets: Secrets,
  { site, cookies, body }: Pick<RedeemRequest, "site" | "cookies" | "body">,
): Presented {
  const secret = cookies.get("transfer")
  return {
    tokenHash: secrets.hash("handoff", body.token),
    host: site.host,
    browserHash: secret === undefined ? null : secrets.hash("transfer cookie", secret),
  }
}

/** Whose session a hand-off opens, and which staff then act for them. */
export type HandedOver = Pick<
  SessionTransfer,
  "client" | "userid" | "accountNumber" | "staffUserid"
>

function ownerOf(host: string, { client, userid, accountNumber, staffUserid }: HandedOver) {
  return [host, client, userid, accountNumber, staffUserid]
}

/** What the record says of staff who begin to act for a person. */
function actingOf(sessionTransfer: SessionTransfer, staffUserid: string, ip: string): AuditEntry {
  const { client, accountNumber, userid } = sessionTransfer
  const actor = { kind: "staff", userid: staffUserid } as const
  return { client, action: "staff.act", actor, accountNumber, subjectUserid: userid, ip }
}
