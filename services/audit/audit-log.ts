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

/** An audit entry of one account, as it was recorded. */
export interface AuditLogEntry {
  /** Unique among the client's entries. */
  number: number
  at: Date
  /** Of `auditActions`, or one that an earlier version knew. */
  action: string
  actorKind: Actor["kind"]
  before: Record<string, string>
  after: Record<string, string>
}

/** The actor who changed an email address, or the old address's answer to a change by staff. */
export type EmailEvent = Actor["kind"] | "confirmed" | "denied"

/** An audit entry about an email address; `opened` reads the people and addresses in it. */
export interface EmailEntry {
  event: EmailEvent
  at: Date
  number: number
  content: string
}

/** Reads the audit log; `keys` are the installation's. */
export function createAuditLog(keys: AuditKeys) {
  const people = createAuditPeople(keys)

  /** Opens entries of this client. The personal fields of erased people are left out. */
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

    /** The pseudonyms of an account with each audit key, the current one first. */
    accountNamesOf: people.accountNames,

    /** The same, followed by those of these userids with each audit key. */
    namesOf: (client: string, accountNumber: string, userids: readonly string[]): string[] => [
      ...people.accountNames(client, accountNumber),
      ...userids.flatMap(people.useridNames),
    ],

    /**
     * What was done to an account, newest first: entries before the one with the number `before`, at
     * most `limit`, and none of the actions `without`. `only`: just the entry with this number.
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

    /** Changes of an account's email address after `since`, newest first. */
    async emailChangesSince(
      queries: Queries,
      client: string,
      accountNumber: string,
      since: Date,
    ): Promise<EmailEntry[]> {
      const changes = await contactChangesSince(queries, named(client, accountNumber), since)
      return changes.flatMap(({ action, ...row }) => {
        const event = eventOf(action, row.content)
        return event ? [{ ...row, event }] : []
      })
    },
  }
}

export type AuditLog = ReturnType<typeof createAuditLog>

/** Needs no key of the person: an entry names the changed parts apart from their values. */
function eventOf(action: string, content: string): EmailEvent | undefined {
  if (action === "emailChange.confirm") return "confirmed"
  if (action === "emailChange.deny") return "denied"
  const { changed, after = {}, actorKind } = JSON.parse(content) as Partial<Content>
  const parts = changed ?? Object.keys(after)
  return parts.includes("email") ? actorKind : undefined
}

/** Those whose keys open an entry. */
function sealedFor(content: string): (string | null)[] {
  const parsed = JSON.parse(content) as Partial<Content>
  return parsed.version === 2 ? [parsed.person ?? null, parsed.actor ?? null] : []
}
