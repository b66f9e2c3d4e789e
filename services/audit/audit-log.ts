import type { Queries } from "#database/sql.ts"
import {
  contactChangesSince,
  entriesOfAccount,
  type NamedAccount,
  type Page,
} from "./audit.store.ts"
import type { Actor, AuditAction } from "./audit.ts"
import { type Content, openedContent, type RecordedEntry } from "./audit-content.ts"
import type { AuditKeys } from "./audit-keys.ts"
import { createAuditPeople } from "./audit-people.ts"

/** An audit entry of one account, in its recorded form. */
export interface AuditLogEntry {
  /** Unique among the client's entries. */
  number: number
  at: Date
  /** One of `auditActions`, or an action of an earlier version. */
  action: string
  actorKind: Actor["kind"]
  before: Record<string, string>
  after: Record<string, string>
}

/**
 * The kind of actor who changed contact data, or the reply from the old email address to a change
 * by staff.
 */
export type ContactEvent = Actor["kind"] | "confirmed" | "denied"

/** An audit entry about contact data. `opened` returns its people and values. */
export interface ContactEntry {
  event: ContactEvent
  /** The changed parts, such as "email". A reply is about "email". */
  parts: readonly string[]
  at: Date
  number: number
  content: string
}

/** Reads the audit log; `keys` are the installation's. */
export function createAuditLog(keys: AuditKeys) {
  const people = createAuditPeople(keys)

  /** Opens entries of this client. Leaves out the personal fields of erased people. */
  async function opened<Row extends { number: number; content: string }>(
    queries: Queries,
    client: string,
    rows: readonly Row[],
  ): Promise<(Row & { entry: RecordedEntry })[]> {
    const persons = rows.flatMap(({ content }) => sealedFor(content))
    const seals = await people.sealsOf(queries, client, persons)
    return rows.map((row) => ({ ...row, entry: openedContent(row, seals) }))
  }

  function named(client: string, accountNumber: string): NamedAccount {
    return { client, accountNumber, accounts: people.accountNames(client, accountNumber) }
  }

  return {
    opened,

    /** The pseudonyms of an account with each audit key, current key first. */
    accountNamesOf: people.accountNames,

    /** The pseudonyms of the account, followed by those of these userids, with each audit key. */
    namesOf: (client: string, accountNumber: string, userids: readonly string[]): string[] => [
      ...people.accountNames(client, accountNumber),
      ...userids.flatMap(people.useridNames),
    ],

    /**
     * The entries of an account, newest first: at most `limit`, before the number `before`, and
     * without the actions `without`. With `only`, just the entry with this number.
     */
    async of(
      queries: Queries,
      client: string,
      accountNumber: string,
      page: Page & { without: readonly AuditAction[] },
    ): Promise<AuditLogEntry[]> {
      const rows = await entriesOfAccount(queries, named(client, accountNumber), page)
      return (await opened(queries, client, rows)).map(({ number, at, entry }) => {
        const { action, actorKind, before = {}, after = {} } = entry
        return { number, at, action, actorKind, before, after }
      })
    },

    /** Changes of an account's contact data after `since`, and replies to them, newest first. */
    async contactChangesSince(
      queries: Queries,
      client: string,
      accountNumber: string,
      since: Date,
    ): Promise<ContactEntry[]> {
      const changes = await contactChangesSince(queries, named(client, accountNumber), since)
      return changes.flatMap(({ action, ...row }) => {
        const change = changeOf(action, row.content)
        return change ? [{ ...row, ...change }] : []
      })
    },
  }
}

export type AuditLog = ReturnType<typeof createAuditLog>

/** Needs no key of the person: an entry lists the changed parts separately from their values. */
function changeOf(
  action: string,
  content: string,
): Pick<ContactEntry, "event" | "parts"> | undefined {
  if (action === "emailChange.confirm") return { event: "confirmed", parts: ["email"] }
  if (action === "emailChange.deny") return { event: "denied", parts: ["email"] }
  const { changed, after = {}, actorKind } = JSON.parse(content) as Partial<Content>
  return actorKind && { event: actorKind, parts: changed ?? Object.keys(after) }
}

/** The people whose keys open an entry. */
function sealedFor(content: string): (string | null)[] {
  const parsed = JSON.parse(content) as Partial<Content>
  return parsed.version === 2 ? [parsed.person ?? null, parsed.actor ?? null] : []
}
