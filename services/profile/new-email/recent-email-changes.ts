import { emailHoldDays, ownEmailChangeHours } from "#contracts/staff/dual-approval.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import type { AuditLog, ContactEntry, ContactEvent } from "#services/audit/audit-log.ts"
import { changedParts, recordedContact } from "../contact/contact.ts"
import { type ContactChange, contactChangesOf } from "../contact/contact-changes.store.ts"

interface Asked {
  client: string
  accountNumber: string
}

/** A change, or an answer from the old address: still open, or in the audit log. */
interface Change {
  event: ContactEvent
  parts: readonly string[]
  at: Date
  source: ContactChange | ContactEntry
}

/** The people who changed a part of the contact data. */
interface Changers {
  /** The staff members who changed it, each listed once. */
  changedByStaff: string[]
  isChangedByCustomer: boolean
}

/** An email address that is new enough to require dual approval by staff. */
export interface NewAddress extends Changers {
  /** Address on file before the changes; "" if there was none. */
  earlierAddress: string
  /** The phone number before its changes in the same period; undefined if it did not change. */
  earlierPhone: (Changers & { phoneNumber: string }) | undefined
}

/** The changes of an account's email address that may limit who can open the account. */
export function createRecentEmailChanges({
  clock,
  auditLog,
}: {
  clock: Clock
  auditLog: AuditLog
}) {
  /** The changes of contact data after `since`, newest first, including open ones. */
  async function contactChangesSince(
    queries: Queries,
    { client, accountNumber }: Asked,
    since: Date,
  ): Promise<Change[]> {
    // Open changes are read first: a change is open until its transaction adds the audit entry. The
    // other order could miss a change in both.
    const openChanges = await contactChangesOf(queries, client, accountNumber)
    const open = openChanges.map((source) => {
      const parts = changedParts(source.before, source.after)
      return { event: source.by.actor.kind, parts, at: clock.now(), source }
    })
    const audited = await auditLog.contactChangesSince(queries, client, accountNumber, since)
    return [...open.toReversed(), ...audited.map((source) => ({ ...source, source }))]
  }

  async function changesSince(queries: Queries, account: Asked, since: Date): Promise<Change[]> {
    return (await contactChangesSince(queries, account, since)).filter(isOfEmail)
  }

  const startOfHold = (at: Date) => earlier(at, { days: emailHoldDays })

  /** Whether a change was made or denied after `since`, or is open now. */
  async function isChanged(queries: Queries, account: Asked, { since }: { since: Date }) {
    const changes = await changesSince(queries, account, since)
    return changes.some(({ event }) => event !== "confirmed")
  }

  /**
   * Whether staff changed the address less than seven days ago, and the owner of the old address
   * has not confirmed the change. A denial restarts the seven days. Changes by the customer do not
   * count.
   */
  async function isHeld(queries: Queries, account: Asked): Promise<boolean> {
    const changes = await changesSince(queries, account, startOfHold(clock.now()))
    return heldChanges(changes).length > 0
  }

  /**
   * Why the address is new: the changes of an email hold, and changes by the customer within the
   * last `ownEmailChangeHours`. Undefined if there are none. Call it after reading the address, so
   * that a change in between counts.
   */
  async function newAddressOf(queries: Queries, account: Asked): Promise<NewAddress | undefined> {
    const now = clock.now()
    let contact = await contactChangesSince(queries, account, startOfHold(now))
    let held = heldChanges(contact.filter(isOfEmail))
    // A denial or another change extends a hold, so its first change may be older than seven days.
    for (let counted = 0; held.length > counted; ) {
      counted = held.length
      contact = await contactChangesSince(queries, account, startOfHold(held.at(-1)?.at ?? now))
      held = heldChanges(contact.filter(isOfEmail))
    }
    const ownSince = earlier(now, { hours: ownEmailChangeHours })
    const isOwn = ({ event, at }: Change) => event === "customer" && at > ownSince
    const ofEmail = contact.filter(isOfEmail)
    const counting = ofEmail.filter((change, index) => index < held.length || isOwn(change))
    if (counting.length === 0) return undefined
    const made = counting.filter(({ event }) => event !== "denied" && event !== "confirmed")
    const ofPhone = contact.filter(({ parts }) => parts.includes("phoneNumber"))
    const both = [...new Set([...made, ...ofPhone])]
    const facts = new Map(await factsOf(queries, account.client, both))
    const phone = ofPhone.flatMap((change) => facts.get(change) ?? [])
    const email = made.flatMap((change) => facts.get(change) ?? [])
    return {
      earlierAddress: email.at(-1)?.before.email ?? "",
      ...changersIn(email),
      earlierPhone:
        phone.length === 0
          ? undefined
          : { phoneNumber: phone.at(-1)?.before.phoneNumber ?? "", ...changersIn(phone) },
    }
  }

  /** The person who made each change, and the data before it. */
  async function factsOf(
    queries: Queries,
    client: string,
    changes: readonly Change[],
  ): Promise<[Change, Facts][]> {
    const entries = changes.flatMap(({ source }) => ("by" in source ? [] : [source]))
    const opened = await auditLog.opened(queries, client, entries)
    return changes.map((change) => {
      const { source, event } = change
      if ("by" in source) {
        const before = recordedContact(source.before, changedParts(source.before, source.after))
        const { actor } = source.by
        return [change, { event, userid: "userid" in actor ? actor.userid : null, before }]
      }
      const { entry } = opened.find(({ number }) => number === source.number) ?? {}
      return [change, { event, userid: entry?.actorUserid, before: entry?.before ?? {} }]
    })
  }

  return { isChanged, isHeld, newAddressOf }
}

export type RecentEmailChanges = ReturnType<typeof createRecentEmailChanges>

interface Facts {
  event: ContactEvent
  userid: string | null | undefined
  /** The previous values of the changed parts. */
  before: Record<string, string>
}

function changersIn(facts: readonly Facts[]): Changers {
  const staff = facts.flatMap(({ event, userid }) => (event === "staff" ? (userid ?? []) : []))
  return {
    changedByStaff: [...new Set(staff)],
    isChangedByCustomer: facts.some(({ event }) => event === "customer"),
  }
}

function isOfEmail({ parts }: Change): boolean {
  return parts.includes("email")
}

/** The unconfirmed changes back to the oldest one that holds the account; empty without a hold. */
function heldChanges(newestFirst: readonly Change[]): Change[] {
  const confirmed = newestFirst.findIndex(({ event }) => event === "confirmed")
  const open = confirmed === -1 ? newestFirst : newestFirst.slice(0, confirmed)
  const oldest = open.findLastIndex(({ event }) => event === "staff" || event === "denied")
  return open.slice(0, oldest + 1)
}
