import { addressGuardHours, emailHoldDays } from "#contracts/rules.ts"
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

/** Whether an account's email address is too new to let anybody in by it. */
export function createEmailGuard({ clock, auditLog }: { clock: Clock; auditLog: AuditLog }) {
  /** What happened to the address after `since`, newest first, with what happens now. */
  async function eventsSince(
    queries: Queries,
    { client, accountNumber }: Asked,
    since: Date,
  ): Promise<EmailEvent[]> {
    // First what is on its way: once it is settled it is on record. In this order no moment lies
    // between the two in which a change shows in neither.
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

  /** Whether it was changed, or a change was denied, after `since`; or is being changed now. */
  async function isChanged(queries: Queries, account: Asked, { since }: { since: Date }) {
    const events = await eventsSince(queries, account, since)
    return events.some((event) => event !== "confirmed")
  }

  /**
   * Whether staff have changed it, and the address before has not confirmed that nor have seven
   * days passed. A denial begins the seven days again. A person's own change does not count.
   */
  async function isHeld(queries: Queries, account: Asked): Promise<boolean> {
    return isUnconfirmed(await eventsSince(queries, account, hoursAgo(emailHoldDays * 24)))
  }

  return {
    isChanged,
    isHeld,
    /** To be asked after the address was read, which is then either the old one or guarded. */
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
