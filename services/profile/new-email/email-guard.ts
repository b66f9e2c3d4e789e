import { addressGuardHours, emailHoldDays } from "#contracts/staff/dual-approval.ts"
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

/** Whether an account's email address is too new to give access to the account. */
export function createEmailGuard({ clock, auditLog }: { clock: Clock; auditLog: AuditLog }) {
  /** The changes of the address after `since`, newest first, including open ones. */
  async function eventsSince(
    queries: Queries,
    { client, accountNumber }: Asked,
    since: Date,
  ): Promise<EmailEvent[]> {
    // Open changes first: a change is open until its transaction adds the audit entry. In the other
    // order a change could be missed in both.
    const onTheirWay = await contactChangesOf(queries, client, accountNumber)
    const actors = onTheirWay
      .filter(({ before, after }) => changedParts(before, after).includes("email"))
      .map(({ by }) => by.actor.kind)
    const onRecord = await auditLog.emailChangesSince(queries, client, accountNumber, since)
    return [...actors, ...onRecord]
  }

  function hoursAgo(hours: number): Date {
    return earlier(clock.now(), { hours })
  }

  /** Whether a change was made or denied after `since`, or is open now. */
  async function isChanged(queries: Queries, account: Asked, { since }: { since: Date }) {
    const events = await eventsSince(queries, account, since)
    return events.some((event) => event !== "confirmed")
  }

  /**
   * Whether staff changed it less than seven days ago and the address before has not confirmed the
   * change. A denial starts the seven days again. Changes by the customer do not count.
   */
  async function isHeld(queries: Queries, account: Asked): Promise<boolean> {
    return isUnconfirmed(await eventsSince(queries, account, hoursAgo(emailHoldDays * 24)))
  }

  return {
    isChanged,
    isHeld,
    /** Call it after reading the address: that one is then either the old one or guarded. */
    async isGuarded(queries: Queries, account: Asked): Promise<boolean> {
      if (await isHeld(queries, account)) return true
      const events = await eventsSince(queries, account, hoursAgo(addressGuardHours))
      return events.some((event) => event === "customer")
    },
  }
}

export type EmailGuard = ReturnType<typeof createEmailGuard>

function isUnconfirmed(newestFirst: readonly EmailEvent[]): boolean {
  const confirmed = newestFirst.indexOf("confirmed")
  const open = confirmed === -1 ? newestFirst : newestFirst.slice(0, confirmed)
  return open.some((event) => event === "staff" || event === "denied")
}
