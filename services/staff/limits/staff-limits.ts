import type { Queries } from "#database/sql.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { staffLimitAlert } from "./staff-limit-email.ts"

interface Limit {
  calls: number
  minutes: number
}

const day = 24 * 60

/**
 * The limits of one staff member. A staff member helps about ten customers an hour: a day's work
 * stays below these limits; copying a directory of customers does not.
 */
const limits = {
  searches: { hour: { calls: 200, minutes: 60 }, day: { calls: 300, minutes: day } },
  actions: { hour: { calls: 60, minutes: 60 }, day: { calls: 150, minutes: day } },
} satisfies Record<string, Record<string, Limit>>
type What = keyof typeof limits

/** The limit of actions of all staff together for one customer. */
const customerLimit = { calls: 10, minutes: 60 }
/** The part of a daily limit above which the operator is notified. */
const alertPart = 0.8

/** A call that counts in a staff member's limits. */
interface CountedCall {
  site: Site
  session: { staffUserid: string }
  ip: string
}

/**
 * Limits how often staff search and act. The operator gets an email when a staff member is close to
 * a daily limit.
 */
export function createStaffLimits(deps: Deps) {
  const { database, clock, rateLimits } = deps

  async function consume(what: What, call: CountedCall): Promise<void> {
    const { hour, day } = limits[what]
    const key = `${what} of staff ${call.session.staffUserid}`
    await rateLimits.consume(key, { ...hour, message: "agent.tooMany" })
    await rateLimits.consume(`${key} in a day`, { ...day, message: "agent.tooManyToday" })
    const usual = { ...day, calls: day.calls * alertPart }
    if (!(await rateLimits.isWithin(`usual ${key}`, usual))) await alert(what, call)
  }

  /** At most one alert a day for each staff member, separately for searches and actions. */
  async function alert(what: What, { site, ip, session }: CountedCall): Promise<void> {
    const { staffUserid } = session
    const brand = await deps.brandOf(site.client, site.origin)
    const most = limits[what].day.calls
    const seen = most * alertPart
    const email = staffLimitAlert({ brand, staffUserid, what, seen, most, at: clock.now() })
    await database.transaction(async (tx) => {
      const once = { calls: 1, minutes: day }
      const isFirst = await rateLimits.isWithin(
        `alerts of ${what} of staff ${staffUserid}`,
        once,
        tx,
      )
      if (!isFirst) return
      await deps.outbox.add(tx, addressed(email, brand, deps.alertsTo))
      await deps.audit.record(tx, {
        client: site.client,
        action: "staff.limit",
        actor: { kind: "staff", userid: staffUserid },
        accountNumber: null,
        subjectUserid: staffUserid,
        ip,
        after: { in24Hours: `more than ${seen} ${what}` },
      })
    })
    deps.wakeEmail()
  }

  /** Counts a change in this customer's limit. Errors: `agent.tooManyForCustomer`. */
  async function consumeForCustomer(userid: string, tx?: Queries): Promise<void> {
    const limit = { ...customerLimit, message: "agent.tooManyForCustomer" } as const
    await rateLimits.consume(`actions of staff for ${userid}`, limit, tx)
  }

  return {
    /** Errors: `agent.tooMany`, `agent.tooManyToday`. */
    consumeSearch: (call: CountedCall) => consume("searches", call),
    /**
     * Counts a try of a change, on either site, only in the staff member's limits. These keep staff
     * from trying names and amounts, so they count before the try. `consumeForCustomer` counts the
     * change itself in its transaction, so that a refused try does not count there.
     *
     * Errors: `agent.tooMany`, `agent.tooManyToday`.
     */
    consumeTry: (call: CountedCall) => consume("actions", call),
    consumeForCustomer,
  }
}

export type StaffLimits = ReturnType<typeof createStaffLimits>
