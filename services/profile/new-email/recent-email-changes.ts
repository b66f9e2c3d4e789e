import { emailHoldDays, ownEmailChangeHours } from "#contracts/staff/dual-approval.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import type { AuditLog, EmailEntry, EmailEvent } from "#services/audit/audit-log.ts"
import { changedParts } from "../contact/contact.ts"
import { type ContactChange, contactChangesOf } from "../contact/contact-changes.store.ts"

interface Asked {
  client: string
  accountNumber: string
}

/** A change or an answer of the old address: still open, or in the audit log. */
interface Change {
  event: EmailEvent
  at: Date
  source: ContactChange | EmailEntry
}

/** An email address that is so new that staff need dual approval. */
export interface NewAddress {
  /** On file before the changes; "" if there was none. */
  earlierAddress: string
  /** The staff members who made the changes, each once. */
  changedByStaff: string[]
  /** Whether the customer made some of them. */
  isChangedByCustomer: boolean
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
  async function changesSince(
    queries: Queries,
    { client, accountNumber }: Asked,
    since: Date,
  ): Promise<Change[]> {
    // Open changes first: a change is open until its transaction adds the audit entry. In the other
    // order a change could be missed in both.
    const openChanges = await contactChangesOf(queries, client, accountNumber)
    const open = openChanges
      .filter(({ before, after }) => changedParts(before, after).includes("email"))
      .map((source) => ({ event: source.by.actor.kind, at: clock.now(), source }))
    const audited = await auditLog.emailChangesSince(queries, client, accountNumber, since)
    const entries = audited.map((source) => ({ event: source.event, at: source.at, source }))
    return [...open.toReversed(), ...entries]
  }

  const startOfHold = (at: Date) => earlier(at, { days: emailHoldDays })

  /** Whether a change was made or denied after `since`, or is open now. */
  async function isChanged(queries: Queries, account: Asked, { since }: { since: Date }) {
    const changes = await changesSince(queries, account, since)
    return changes.some(({ event }) => event !== "confirmed")
  }

  /**
   * Whether staff changed the address less than seven days ago, and the owner of the old address has
   * not confirmed the change. A denial starts the seven days again. Changes by the customer do not
   * count.
   */
  async function isHeld(queries: Queries, account: Asked): Promise<boolean> {
    const changes = await changesSince(queries, account, startOfHold(clock.now()))
    return heldChanges(changes).length > 0
  }

  /**
   * Why the address is new: because of the changes of an email hold, and of changes by the customer within the
   * last `ownEmailChangeHours`. Undefined if there are none. Call it after reading the address, so
   * that a change in between counts.
   */
  async function newAddressOf(queries: Queries, account: Asked): Promise<NewAddress | undefined> {
    const now = clock.now()
    let changes = await changesSince(queries, account, startOfHold(now))
    let held = heldChanges(changes)
    // A denial or another change prolongs a hold, so its first change may be older than seven days.
    for (let counted = 0; held.length > counted; held = heldChanges(changes)) {
      counted = held.length
      changes = await changesSince(queries, account, startOfHold(held.at(-1)?.at ?? now))
    }
    const ownSince = earlier(now, { hours: ownEmailChangeHours })
    const isOwn = ({ event, at }: Change) => event === "customer" && at > ownSince
    const counting = changes.filter((change, index) => index < held.length || isOwn(change))
    const made = counting.filter(({ event }) => event !== "denied" && event !== "confirmed")
    if (counting.length === 0) return undefined
    const entries = made.flatMap(({ source }) => ("by" in source ? [] : [source]))
    const opened = await auditLog.opened(queries, account.client, entries)
    const facts = made.map(({ source }) => {
      if ("by" in source) return factsOf(source.by.actor, source.before.emailAddress)
      const { entry } = opened.find(({ number }) => number === source.number) ?? {}
      const actor = { kind: entry?.actorKind, userid: entry?.actorUserid }
      return factsOf(actor, entry?.before?.email)
    })
    const staff = facts.flatMap(({ staffUserid }) => staffUserid ?? [])
    return {
      earlierAddress: facts.at(-1)?.earlierAddress ?? "",
      changedByStaff: [...new Set(staff)],
      isChangedByCustomer: made.some(({ event }) => event === "customer"),
    }
  }

  return { isChanged, isHeld, newAddressOf }
}

export type RecentEmailChanges = ReturnType<typeof createRecentEmailChanges>

function factsOf(
  actor: { kind?: string | undefined; userid?: string | null | undefined },
  earlierAddress = "",
) {
  return { earlierAddress, staffUserid: actor.kind === "staff" ? actor.userid : null }
}

/** The unconfirmed changes back to the oldest one that holds the account; none without a hold. */
function heldChanges(newestFirst: readonly Change[]): Change[] {
  const confirmed = newestFirst.findIndex(({ event }) => event === "confirmed")
  const open = confirmed === -1 ? newestFirst : newestFirst.slice(0, confirmed)
  const oldest = open.findLastIndex(({ event }) => event === "staff" || event === "denied")
  return open.slice(0, oldest + 1)
}
