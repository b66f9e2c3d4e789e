import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { Audit } from "#services/audit/audit.ts"
import type { Site } from "#services/call-request.ts"
import { staffLimitAlert } from "./staff-limit-email.ts"

interface Limit {
  calls: number
  minutes: number
}

const day = 24 * 60

/**
 * Of one staff member. A call center staff member helps about ten customers an hour: a day's work stays
 * below these, and reading out a directory does not.
 */
const limits = {
  searches: { hour: { calls: 200, minutes: 60 }, day: { calls: 300, minutes: day } },
  actions: { hour: { calls: 60, minutes: 60 }, day: { calls: 150, minutes: day } },
} satisfies Record<string, Record<string, Limit>>
type What = keyof typeof limits

/** Of all staff, for one customer. */
const customerLimit = { calls: 10, minutes: 60 }
/** Beyond this part of a day's limit the operator is told. */
const alertPart = 0.8

interface Needs {
  database: Database
  clock: Clock
  audit: Audit
  outbox: EmailOutbox
  wakeEmail: () => void
  brandOf: BrandOf
  /** Whom an unusual number of calls is reported to. */
  alertsTo: string
  rateLimits: {
    consume(
      key: string,
      limit: Limit & { message: "agent.tooMany" | "agent.tooManyToday" },
    ): Promise<void>
    isWithin(key: string, limit: Limit, tx?: Queries): Promise<boolean>
  }
}

export interface StaffCall {
  site: Site
  ip: string
  staffUserid: string
}

/** How often staff may search and act, and who is told when one of them comes near a day's limit. */
export function createStaffLimits(needs: Needs) {
  const { database, clock, rateLimits } = needs

  async function consume(what: What, call: StaffCall): Promise<void> {
    const { hour, day } = limits[what]
    const key = `${what} of staff ${call.staffUserid}`
    await rateLimits.consume(key, { ...hour, message: "agent.tooMany" })
    await rateLimits.consume(`${key} in a day`, { ...day, message: "agent.tooManyToday" })
    const usual = { ...day, calls: day.calls * alertPart }
    if (!(await rateLimits.isWithin(`usual ${key}`, usual))) await alert(what, call)
  }

  /** One alert a day for each staff member, and for searches and actions each. */
  async function alert(what: What, { site, ip, staffUserid }: StaffCall): Promise<void> {
    const brand = await needs.brandOf(site.client, site.origin)
    const most = limits[what].day.calls
    const seen = most * alertPart
    const letter = staffLimitAlert({ brand, staffUserid, what, seen, most, at: clock.now() })
    await database.transaction(async (tx) => {
      const once = { calls: 1, minutes: day }
      const isFirst = await rateLimits.isWithin(
        `alerts of ${what} of staff ${staffUserid}`,
        once,
        tx,
      )
      if (!isFirst) return
      await needs.outbox.add(tx, addressed(letter, brand, needs.alertsTo))
      await needs.audit.record(tx, {
        client: site.client,
        action: "staff.limit",
        actor: { kind: "staff", userid: staffUserid },
        accountNumber: null,
        subjectUserid: staffUserid,
        ip,
        after: { in24Hours: `more than ${seen} ${what}` },
      })
    })
    needs.wakeEmail()
  }

  return {
    /** Errors: `agent.tooMany`, `agent.tooManyToday`. */
    consumeSearch: (call: StaffCall) => consume("searches", call),
    /**
     * For whatever staff change for a customer, wherever they do it.
     *
     * Errors: `agent.tooMany`, `agent.tooManyToday`.
     */
    async consumeAction(call: StaffCall, userid: string): Promise<void> {
      await consume("actions", call)
      await rateLimits.consume(`actions of staff for ${userid}`, {
        ...customerLimit,
        message: "agent.tooMany",
      })
    },
  }
}

export type StaffLimits = ReturnType<typeof createStaffLimits>
