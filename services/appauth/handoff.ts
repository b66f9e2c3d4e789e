import type { sessions } from "#contracts/appauth/sessions.ts"
import { Failure } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#ports/clock.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit, AuditEntry } from "#services/audit.ts"
import { countedAddress } from "#services/counted-address.ts"
import type { Handlers, Site } from "#services/request.ts"
import { newSecret, type Secrets } from "#services/secrets.ts"
import type { Budgets } from "./budgets.ts"
import { insertHandoff, isForActing, type RedeemedHandoff, redeemHandoff } from "./handoff.store.ts"
import { startSession } from "./sessions.ts"
import { storedUserOf } from "./sign-in.ts"
import type { StaffStanding } from "./staff-standing.ts"

const lifeSeconds = 60
/** Of one address. Many staff may share it, so that hand-offs which are good are not counted. */
const refusedBudget = { calls: 30, minutes: 10 }

type HandoffHandlers = Pick<
  Handlers<typeof sessions>,
  "POST /appauth/handoff" | "POST /appauth/handoff/redeem"
>

/**
 * Takes a session to another host: a person's from their group's to that of their union, and an
 * agent's to the site of a customer. A single-use token in the address is redeemed by POST on the
 * host that it names.
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
  const handlers: HandoffHandlers = {
    async "POST /appauth/handoff"({ site, session, body }) {
      const host = await unionHost(site.host, session.client)
      if (host === undefined || host !== body.hostName) throw new Failure("request.notFound")
      const way = { sessionId: session.id, host, client: session.client, subjectUserid: null }
      return { siteURL: await make(database, site, way) }
    },

    async "POST /appauth/handoff/redeem"(request) {
      const tokenHash = secrets.hash("handoff", request.body.token)
      const redeemed = await database.transaction(async (tx) => {
        const handoff = await redeemHandoff(tx, tokenHash, request.site.host, clock.now())
        if (!handoff) return undefined
        const { agentUserid, client } = handoff
        const mayAct = agentUserid === null || (await staffMay(tx, agentUserid, client))
        if (!mayAct) return undefined
        const accessToken = await startSession(tx, { clock, secrets }, request, handoff)
        if (agentUserid !== null) await audit.record(tx, actingOf(handoff, agentUserid, request.ip))
        return { ...handoff, accessToken }
      })
      if (!redeemed) {
        await budgets.spend(`hand-offs refused to ${countedAddress(request.ip)}`, refusedBudget)
        const isActing = await isForActing(database, tokenHash)
        throw new Failure(isActing ? "handoff.actingInvalid" : "handoff.invalid")
      }
      const { userid, client, agentUserid, accountNumber, accessToken } = redeemed
      const person = await policyAdmin.person(client, accountNumber)
      if (!person) throw new Failure("handoff.invalid")
      const user = storedUserOf(userid, person, accessToken)
      return agentUserid === null ? user : { ...user, csUserid: agentUserid }
    },
  }

  /** The address of a page that turns this into a session of its host, once. */
  async function make(
    queries: Queries,
    site: Site,
    way: Omit<Parameters<typeof insertHandoff>[1], "tokenHash" | "expiresAt">,
  ): Promise<string> {
    const token = newSecret()
    const expiresAt = new Date(clock.now().getTime() + lifeSeconds * 1000)
    await insertHandoff(queries, { ...way, tokenHash: secrets.hash("handoff", token), expiresAt })
    const address = new URL(site.origin)
    address.hostname = way.host
    return `${address.origin}/logging-in/${token}`
  }

  return { handlers, make }
}

/** What the record says of staff who begin to act for a person. */
function actingOf(handoff: RedeemedHandoff, agentUserid: string, ip: string): AuditEntry {
  const { client, accountNumber, userid } = handoff
  const actor = { kind: "staff", userid: agentUserid } as const
  return { client, action: "staff.act", actor, accountNumber, subjectUserid: userid, ip }
}
