import type { sessions } from "#contracts/identity/sessions.ts"
import { Failure } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { countedAddress } from "#platform/rate-limits/counted-address.ts"
import type { Budgets } from "#platform/rate-limits/rate-limits.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit, AuditEntry } from "#services/audit/audit.ts"
import type { CallRequest, Handlers, Site } from "#services/call-request.ts"
import type { StaffStanding } from "#services/staff/accounts/staff-standing.ts"
import { endSessionFamily } from "../sessions/sessions.store.ts"
import { startSession } from "../sessions/sessions.ts"
import { storedUserOf } from "../sign-in/sign-in.ts"
import {
  declineHandoff,
  findHandoff,
  type Handoff,
  insertHandoff,
  isForActing,
  type Presented,
  redeemHandoff,
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
const refusedBudget = { calls: 30, minutes: 10 }

type HandoffKey =
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
export function createHandoff({
  database,
  clock,
  secrets,
  policyAdmin,
  audit,
  budgets,
  staffMay,
  unionHost,
}: {
  database: Database
  clock: Clock
  secrets: Secrets
  policyAdmin: PolicyAdmin
  audit: Audit
  budgets: Budgets
  staffMay: StaffStanding
  /** The host of a client within the group that this host stands for, if it has one. */
  unionHost: (groupHost: string, client: string) => Promise<string | undefined>
}) {
  const needs = { database, clock, secrets, policyAdmin }

  const handlers: Pick<Handlers<typeof sessions>, HandoffKey> = {
    async "POST /appauth/handoff"({ site, session, body }) {
      const host = await unionHost(site.host, session.client)
      if (host === undefined || host !== body.hostName) throw new Failure("request.notFound")
      const { id: sessionId, client, userid, accountNumber } = session
      const way = { sessionId, host, client, userid, accountNumber }
      const siteURL = await make(database, site, { ...way, subjectUserid: null, agentUserid: null })
      return { siteURL }
    },

    async "POST /appauth/handoff/redeem"(request) {
      const { site, cookies, body } = request
      const presented = presentedBy(secrets, request)
      const found = await findHandoff(database, presented, clock.now())
      const handoff = found && isFor(body.token, site.host, found) ? found : undefined
      const person =
        handoff &&
        (await isAllowed(database, handoff)) &&
        (await policyAdmin.person(handoff.client, handoff.accountNumber))
      if (!handoff || !person) return await refuse(request, presented)

      const current = await sessionOfBrowser(needs, request)
      const asks = mustBeAsked(handoff, current, { site, cameFrom: body.cameFrom })
      if (!asks || body.confirmed) {
        const accessToken = await open(request, { ...presented, handoff, current, asks })
        if (accessToken !== undefined) {
          cookies.clear("transfer")
          const user = storedUserOf(handoff.userid, person, accessToken)
          return handoff.agentUserid === null ? user : { ...user, csUserid: handoff.agentUserid }
        }
      }
      const question =
        asks && (await askFirst(needs, request, { ...presented, handoff, person, current }))
      return question ? { question } : await refuse(request, presented)
    },

    async "POST /appauth/handoff/decline"(request) {
      await declineHandoff(database, presentedBy(secrets, request), clock.now())
      return { messages: [] }
    },
  }

  /** Whether the staff member of a hand-off may still act for people of the client. */
  async function isAllowed(queries: Queries, { agentUserid, client }: Handoff): Promise<boolean> {
    return agentUserid === null || (await staffMay(queries, agentUserid, client))
  }

  /**
   * Opens the session and ends the one that the browser had. Returns its access token; undefined
   * where somebody was faster, or where the person has to be asked and was not asked about this.
   */
  async function open(
    request: RedeemRequest,
    {
      handoff,
      current,
      asks,
      ...presented
    }: Presented & { handoff: Handoff; current: BrowserSession | undefined; asks: boolean },
  ): Promise<string | undefined> {
    const { site, cookies, ip } = request
    const { agentUserid } = handoff
    const replacesSessionId = current?.id ?? null
    return await database.transaction(async (tx) => {
      const now = clock.now()
      const way = { ...presented, mustBeAsked: asks, replacesSessionId }
      if (!(await redeemHandoff(tx, way, now))) return undefined
      if (!(await isAllowed(tx, handoff))) return undefined
      const cookie = cookies.get("session")
      // Another person's ends with the ones that it was handed over from; `startSession` ends this one.
      if (current && cookie && !isSamePerson(current, handoff)) {
        await endSessionFamily(tx, secrets.hash("session cookie", cookie), site.host, now)
      }
      const accessToken = await startSession(tx, { clock, secrets }, request, handoff)
      if (agentUserid !== null) await audit.record(tx, actingOf(handoff, agentUserid, ip))
      return accessToken
    })
  }

  async function refuse(request: RedeemRequest, { tokenHash }: Presented): Promise<never> {
    await budgets.spend(`hand-offs refused to ${countedAddress(request.ip)}`, refusedBudget)
    const isActing = await isForActing(database, tokenHash)
    throw new Failure(isActing ? "handoff.actingInvalid" : "handoff.invalid")
  }

  /** The address of a page that turns this into a session of its host, once. */
  async function make(
    queries: Queries,
    site: Site,
    way: Omit<Parameters<typeof insertHandoff>[1], "tokenHash" | "expiresAt"> & HandedOver,
  ): Promise<string> {
    const token = secrets.bound("handoff", ...ownerOf(way.host, way))
    const expiresAt = new Date(clock.now().getTime() + lifeSeconds * 1000)
    await insertHandoff(queries, { ...way, tokenHash: secrets.hash("handoff", token), expiresAt })
    return `${originAt(site, way.host)}/logging-in/${token}`
  }

  /** A token says itself whose session it opens, whatever its row says. */
  function isFor(token: string, host: string, handoff: HandedOver): boolean {
    return secrets.isBound("handoff", token, ...ownerOf(host, handoff))
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
export type HandedOver = Pick<Handoff, "client" | "userid" | "accountNumber" | "agentUserid">

function ownerOf(host: string, { client, userid, accountNumber, agentUserid }: HandedOver) {
  return [host, client, userid, accountNumber, agentUserid]
}

/** What the record says of staff who begin to act for a person. */
function actingOf(handoff: Handoff, agentUserid: string, ip: string): AuditEntry {
  const { client, accountNumber, userid } = handoff
  const actor = { kind: "staff", userid: agentUserid } as const
  return { client, action: "staff.act", actor, accountNumber, subjectUserid: userid, ip }
}
