import type { ChainEnd, EntryRow } from "./audit.store.ts"
import { chainAt } from "./audit-chains.ts"

/** One of the chains of a client's log. */
export interface Chain {
  client: string
  strand: number
}

/** The end of a chain, as listed in an entry of another chain. */
export interface ListedEnd extends ChainEnd {
  /** The number of the entry that lists it. */
  by: number
}

/** Whether the indexed columns match the hashed content. */
export function columnsMatchContent(entry: EntryRow): boolean {
  const content = parsed(entry.content)
  return (
    content.client === entry.client &&
    content.at === entry.at.toISOString() &&
    (content.strand ?? 1) === chainAt(entry.number) &&
    content.action === entry.action &&
    nullable(content.subjectUserid) === entry.subjectUserid &&
    nullable(content.accountNumber) === entry.accountNumber &&
    nullable(content.actorUserid) === entry.actorUserid &&
    nullable(content.account) === entry.account &&
    nullable(content.subject) === entry.subject &&
    nullable(content.actor) === entry.actor &&
    nullable(content.person) === entry.person
  )
}

/** A field that the entry does not have is null in its column. */
function nullable(value: unknown): unknown {
  return value ?? null
}

export function chainBegun({ content }: EntryRow): Chain {
  const { client = "", strand = "1" } = (parsed(content).after ?? {}) as Record<string, string>
  return { client, strand: Number(strand) }
}

/** A person of a client, identified by their pseudonym. */
export interface ErasedPerson {
  client: string
  person: string
}

export function erasedIn({ client, content }: EntryRow): ErasedPerson[] {
  const { people = "" } = (parsed(content).after ?? {}) as Record<string, string>
  return people
    .split(" ")
    .filter((person) => person !== "")
    .map((person) => ({ client, person }))
}

export function endsIn({ number, content }: EntryRow): ListedEnd[] {
  const { ends = [] } = parsed(content) as { ends?: ChainEnd[] }
  return ends.map((end) => ({ ...end, by: number }))
}

function parsed(content: string): Record<string, unknown> {
  return JSON.parse(content) as Record<string, unknown>
}
