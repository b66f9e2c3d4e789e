import { addressGuardHours } from "#contracts/rules.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#ports/clock.ts"
import type { AuditTrail } from "#services/audit-trail.ts"
import { changedParts } from "./contact.ts"
import { contactChangesOf } from "./contact-changes.store.ts"

interface Asked {
  client: string
  accountNumber: string
}

/** Whether an account's e-mail address is too new to let anybody in by it. */
export function createEmailGuard({ clock, auditTrail }: { clock: Clock; auditTrail: AuditTrail }) {
  /** Whether it was changed after `since`, or is being changed now; by staff alone, or by anybody. */
  async function isChanged(
    queries: Queries,
    { client, accountNumber }: Asked,
    { since, byStaff = false }: { since: Date; byStaff?: boolean },
  ): Promise<boolean> {
    // First what is on its way: once it is settled it is on record. In this order no moment lies
    // between the two in which a change shows in neither.
    const onTheirWay = await contactChangesOf(queries, client, accountNumber)
    const actors = onTheirWay
      .filter(({ before, after }) => changedParts(before, after).includes("email"))
      .map(({ by }) => by.actor.kind)
    const onRecord = await auditTrail.emailChangesSince(queries, client, accountNumber, since)
    return [...actors, ...onRecord].some((kind) => !byStaff || kind === "staff")
  }

  function sinceGuarded(): Date {
    return new Date(clock.now().getTime() - addressGuardHours * 3_600_000)
  }

  return {
    isChanged,
    /** To be asked after the address was read, which is then either the old one or guarded. */
    isGuarded: (queries: Queries, account: Asked) =>
      isChanged(queries, account, { since: sinceGuarded() }),
    /** The same for what a person does by themselves: their own change keeps them from nothing. */
    isGuardedAfterStaff: (queries: Queries, account: Asked) =>
      isChanged(queries, account, { since: sinceGuarded(), byStaff: true }),
  }
}

export type EmailGuard = ReturnType<typeof createEmailGuard>
