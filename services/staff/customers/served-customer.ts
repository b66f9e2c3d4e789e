import { ApiError } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf, EmailBrand } from "#platform/email/brand.ts"
import type { Localize } from "#platform/localize.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { Person, PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit, AuditAction } from "#services/audit/audit.ts"
import type { Site, StaffSession } from "#services/call-request.ts"
import type { EmailGuard } from "#services/profile/new-email/email-guard.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"

/** A registration as staff know it. */
export interface Registration {
  userid: string
  client: string
  username: string
  accountNumber: string
  /** Opens nothing any more: the account can only be registered anew. */
  reactivate: boolean
  registeredAt: Date
}

/** What staff need of those who keep sign-ins. */
export interface Registrations {
  named(clients: string[], name: string): Promise<Registration[]>
  of(client: string, accountNumber: string): Promise<Registration | undefined>
  byUserid(userid: string): Promise<Registration | undefined>
  /** Whether it is, once whoever removes it now is through. */
  isThere(userid: string): Promise<boolean>
  /** True for one caller only; the registration is locked from then on. */
  remove(tx: Queries, userid: string): Promise<boolean>
  ticketFor(
    tx: Queries,
    user: { client: string; userid: string },
  ): Promise<{ ticket: string; minutes: number; expiresAt: Date }>
}

export interface AgentNeeds {
  database: Database
  clock: Clock
  policyAdmin: PolicyAdmin
  audit: Audit
  outbox: EmailOutbox
  wakeEmail: () => void
  localize: Localize
  brandOf: BrandOf
  clientNameOf: (client: string) => Promise<string>
  /** Where a client's customers find their site. */
  siteAddressOf: (client: string) => Promise<string>
  registrations: Registrations
  /** Whose people a staff member may serve now. */
  servedClients: (staffUserid: string) => Promise<string[]>
  emailGuard: EmailGuard
  staffLimits: StaffLimits
}

/** A customer whom a staff member has before them. */
export interface Served {
  user: Registration
  person: Person
}

export interface StaffCall {
  site: Site
  session: StaffSession
  ip: string
}

/** What every action of a staff member begins and ends with. */
export function createStaffDesk(needs: AgentNeeds) {
  const { policyAdmin, audit, registrations, staffLimits } = needs

  /**
   * The registered customer with this userid, whom the staff member may serve.
   *
   * Errors: `request.notFound`, alike for one of another client and one of nobody.
   */
  async function served(session: StaffSession, userid: string): Promise<Served> {
    const [user, allowed] = await Promise.all([
      registrations.byUserid(userid),
      needs.servedClients(session.staffUserid),
    ])
    if (!user || !allowed.includes(user.client)) throw new ApiError("request.notFound")
    const person = await policyAdmin.person(user.client, user.accountNumber)
    if (!person) throw new ApiError("request.notFound")
    return { user, person }
  }

  /** Errors: `agent.tooMany`, `agent.tooManyToday`. */
  async function consumeOn({ user }: Served, { site, session, ip }: StaffCall): Promise<void> {
    await staffLimits.consumeAction({ site, ip, staffUserid: session.staffUserid }, user.userid)
  }

  /** What an entry on record says of a staff member's call about this customer. */
  function audited({ session, ip }: StaffCall, { user }: Served) {
    return {
      client: user.client,
      accountNumber: user.accountNumber,
      subjectUserid: user.userid,
      actor: { kind: "staff", userid: session.staffUserid } as const,
      ip,
    }
  }

  async function record(
    tx: Queries,
    call: StaffCall,
    served: Served,
    action: AuditAction,
    change: { before?: Record<string, string>; after?: Record<string, string> } = {},
  ): Promise<void> {
    await audit.record(tx, { ...audited(call, served), action, ...change })
  }

  /** The brand of mails that lead to the customer's own site. */
  async function brandFor(client: string): Promise<EmailBrand> {
    return await needs.brandOf(client, await needs.siteAddressOf(client))
  }

  return { served, consumeOn, record, brandFor }
}
