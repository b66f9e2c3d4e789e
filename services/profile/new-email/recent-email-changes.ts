import { emailHoldDays } from "#contracts/staff/dual-approval.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import type { AuditLog, EmailEvent } from "#services/audit/audit-log.ts"
import { changedParts } from "../contact/contact.ts"
import { contactChangesOf } from "../contact/contact-changes.store.ts"

interface Asked {
  client: string
  accountNumber: string
}

/** The changes of an account's email address that may limit who can open the account. */
export function createRecentEmailChanges({
  clock,
  auditLog,
}: {
  clock: Clock
  auditLog: AuditLog
}) {
  /** The changes of the address after `since`, newest first, including open ones. */
  async function eventsSince(
    queries: Queries,
    { client, accountNumber }: Asked,
    since: Date,
  ): Promise<EmailEvent[]> {
    // Open changes first: a change is open until its transaction adds the audit entry. In the other
    // order a change could be missed in both.
    const openChanges = await contactChangesOf(queries, client, accountNumber)
    const actors = openChanges
      .filter(({ before, after }) => changedParts(before, after).includes("email"))
      .map(({ by }) => by.actor.kind)
    const audited = await auditLog.emailChangesSince(queries, client, accountNumber, since)
    return [...actors, ...audited]
  }

  /** Whether a change was made or denied after `since`, or is open now. */
  async function isChanged(queries: Queries, account: Asked, { since }: { since: Date }) {
    const events = await eventsSince(queries, account, since)
    return events.some((event) => event !== "confirmed")
  }

  /**
   * Whether staff changed the address less than seven days ago, and the owner of the old address has
   * not confirmed the change. A denial starts the seven days again. Changes by the customer do not
   * count.
   */
  async function isHeld(queries: Queries, account: Asked): Promise<boolean> {
    const since = earlier(clock.now(), { days: emailHoldDays })
    return isUnconfirmed(await eventsSince(queries, account, since))
  }

  /** Whether the customer changed the address after `since`, or such a change is open now. */
  async function isChangedByCustomer(queries: Queries, account: Asked, { since }: { since: Date }) {
    const events = await eventsSince(queries, account, since)
    return events.some((event) => event === "customer")
  }

  return { isChanged, isChangedByCustomer, isHeld }
}

export type RecentEmailChanges = ReturnType<typeof createRecentEmailChanges>

function isUnconfirmed(newestFirst: readonly EmailEvent[]): boolean {
  const confirmed = newestFirst.indexOf("confirmed")
  const open = confirmed === -1 ? newestFirst : newestFirst.slice(0, confirmed)
  return open.some((event) => event === "staff" || event === "denied")
}
