import { oneRow, type Queries, sql } from "#database/sql.ts"
import { beginningOf, chainAt, chainRoom, crossLinkEvery } from "./audit-chains.ts"

export interface EndRow {
  client: string
  number: number
  hash: Buffer
  seal: Buffer
}

/** The last entry of a chain: its number, and its hash in hexadecimal. */
export interface ChainEnd {
  number: number
  hash: string
}

/** The end of a chain, which the new entry follows. */
export interface LockedEnd extends EndRow {
  /** If the next entry is a cross-link, the ends of the client's other chains, not locked. */
  ends: ChainEnd[] | null
}

/**
 * The end of a chain of a client's log, locked until the transaction ends. If the chain does not
 * exist yet, returns its beginning.
 */
export async function lockEnd(tx: Queries, client: string, strand: number): Promise<LockedEnd> {
  const end = await oneRow<LockedEnd>(
    tx,
    sql`insert into audit.chain as c (client, strand, number, hash, seal)
      values (${client}, ${strand}, ${beginningOf(strand)}, '', '')
      on conflict (client, strand) do update set number = c.number
      returning client, number::float8 as number, hash, seal,
        case when (number + 1) % ${crossLinkEvery} = 0 then (
          select json_agg(json_build_object('number', o.number, 'hash', encode(o.hash, 'hex'))
            order by o.strand) from audit.chain o
          where o.client = ${client} and o.strand <> ${strand} and o.hash <> '') end as ends`,
  )
  if (!end) throw new Error("The record's chain gave no end.")
  return end
}

/** Adds one entry and makes it the end of its chain, which the caller has locked. */
export async function appendEntry(
  tx: Queries,
  entry: {
    client: string
    number: number
    content: string
    previousHash: Buffer
    hash: Buffer
    seal: Buffer
    at: Date
  },
): Promise<void> {
  const { client, number, content, previousHash, hash, seal, at } = entry
  await tx.rows(
    sql`with moved as (update audit.chain set number = ${number}, hash = ${hash}, seal = ${seal}
        where client = ${client} and strand = ${chainAt(number)})
      insert into audit.entry (client, number, content, previous_hash, hash, at)
      values (${client}, ${number}, ${content}, ${previousHash}, ${hash}, ${at})`,
  )
}

export interface EntryRow {
  client: string
  number: number
  content: string
  previousHash: Buffer
  hash: Buffer
  at: Date
  action: string | null
  subjectUserid: string | null
  accountNumber: string | null
  actorUserid: string | null
  account: string | null
  subject: string | null
  actor: string | null
  person: string | null
}

/** Entries of a client's chain after `number`, in order. */
export async function entriesAfter(
  queries: Queries,
  client: string,
  strand: number,
  number: number,
  limit: number,
): Promise<EntryRow[]> {
  return await queries.rows<EntryRow>(
    sql`select client, number::float8 as number, content, previous_hash, hash,
        at, action, subject_userid, account_number,
        actor_userid, account, subject, actor, person
      from audit.entry where client = ${client}
        and number > ${number} and number <= ${beginningOf(strand + 1)}
      order by number limit ${limit}`,
  )
}

/** The hashes of a client's entries with these numbers. */
export async function findHashes(
  queries: Queries,
  client: string,
  numbers: readonly number[],
): Promise<{ number: number; hash: Buffer }[]> {
  return await queries.rows(
    sql`select number::float8 as number, hash from audit.entry
      where client = ${client} and number = any(${numbers}::bigint[])`,
  )
}

/** A chain that has entries or an end. Without an end, the other fields are null. */
export type ChainRow = { client: string; strand: number } & (
  | EndRow
  | { number: null; hash: null; seal: null }
)

/**
 * Every chain, including those of which only entries or only the end is left. Reads all entries.
 */
export async function findChains(queries: Queries): Promise<ChainRow[]> {
  return await queries.rows<ChainRow>(
    sql`select client, strand, number::float8 as number, hash, seal
      from audit.chain full join (
        select distinct client, ((number - 1) / ${chainRoom}::bigint + 1)::integer as strand
        from audit.entry) e using (client, strand)
      order by client, strand`,
  )
}

/** The end of every chain with entries. */
export async function findEnds(queries: Queries): Promise<EndRow[]> {
  return await queries.rows<EndRow>(
    sql`select client, number::float8 as number, hash, seal from audit.chain
      where hash <> '' order by client, strand`,
  )
}

/** Makes the whole transaction see one snapshot. Must be its first statement. */
export async function useSnapshot(tx: Queries): Promise<void> {
  await tx.rows(sql`set transaction isolation level repeatable read`)
}

/** An account in entries: identified by its number in format 1, by its pseudonyms in format 2. */
export interface NamedAccount {
  client: string
  accountNumber: string
  /** One pseudonym for each audit key. */
  accounts: readonly string[]
}

/** The part of an account's entries to read. */
export interface Page {
  /** Only entries before the one with this number; all if there is no such entry. */
  before: number
  /** Only the entry with this number. */
  only?: number
  limit: number
  without: readonly string[]
}

/**
 * Entries about an account, newest first, without the actions `without`. Numbers do not always
 * follow time: after the audit key was replaced, the account may be in another chain.
 */
export async function entriesOfAccount(
  queries: Queries,
  { client, accountNumber, accounts }: NamedAccount,
  { before, only = null, limit, without }: Omit<Page, "only"> & { only?: number | null },
): Promise<Pick<EntryRow, "number" | "at" | "content">[]> {
  return await queries.rows(
    sql`select number::float8 as number, at, content from (
        select number, at, content, action from audit.entry
          where client = ${client} and account = any(${accounts}::text[])
        union all
        select number, at, content, action from audit.entry
          where client = ${client} and account_number = ${accountNumber}) entry,
        (select coalesce((select at from audit.entry where client = ${client}
          and number = ${before}), 'infinity') as before_at) page
      where (at < before_at or at = before_at and number < ${before})
        and (${only}::bigint is null or number = ${only}) and action <> all(${without}::text[])
      order by at desc, number desc limit ${limit}`,
  )
}

/** Changes of contact data and the replies from the old email address, newest first. */
export async function contactChangesSince(
  queries: Queries,
  { client, accountNumber, accounts }: NamedAccount,
  since: Date,
): Promise<(Pick<EntryRow, "number" | "at" | "content"> & { action: string })[]> {
  return await queries.rows(
    sql`select number::float8 as number, at, content, action from (
        select number, content, at, action from audit.entry
          where client = ${client} and account = any(${accounts}::text[])
        union all
        select number, content, at, action from audit.entry
          where client = ${client} and account_number = ${accountNumber}) entry
      where at > ${since} and action in ('contact.change', 'staff.changeEmail',
        'emailChange.confirm', 'emailChange.deny')
      order by at desc, number desc`,
  )
}

/** The sealed keys of these people for the entries of this client. */
export async function findPersonKeys(
  queries: Queries,
  client: string,
  persons: readonly string[],
): Promise<Omit<PersonKey, "client">[]> {
  return await queries.rows(
    sql`select person, key_sealed from audit.person_key
      where client = ${client} and person = any(${persons}::text[])`,
  )
}

/** The sealed key of a person for the entries of one client. */
interface PersonKey {
  client: string
  person: string
  keySealed: Buffer
}

/** Stores a key for a person who has none. An existing key stays. */
export async function insertPersonKey(
  tx: Queries,
  { client, person, keySealed, now }: PersonKey & { now: Date },
): Promise<void> {
  await tx.rows(
    sql`insert into audit.person_key (client, person, key_sealed, made_at)
      values (${client}, ${person}, ${keySealed}, ${now}) on conflict do nothing`,
  )
}

/** The number of people with entries but no key, by client, without erased people. */
export async function findLostKeys(
  queries: Queries,
  erased: readonly { client: string; person: string }[],
): Promise<{ client: string; people: number }[]> {
  return await queries.rows(
    sql`select e.client, count(distinct e.person)::integer as people from audit.entry e
      where e.person is not null
        and not exists (select 1 from unnest(${erased.map(({ client }) => client)}::text[],
          ${erased.map(({ person }) => person)}::text[]) x (client, person)
          where x.client = e.client and x.person = e.person)
        and not exists (select 1 from audit.person_key k
          where k.client = e.client and k.person = e.person)
      group by e.client order by e.client`,
  )
}

/** Whether people have keys or sessions. Each of them was created together with an entry. */
export async function hasTraces(queries: Queries): Promise<boolean> {
  const row = await oneRow<{ found: boolean }>(
    queries,
    sql`select exists (select 1 from audit.person_key)
      or exists (select 1 from appauth.session) as found`,
  )
  return row?.found === true
}
