import { oneRow, type Queries, sql } from "#database/sql.ts"

export interface EndRow {
  client: string
  number: number
  hash: Buffer
  seal: Buffer
}

/** The end of a client's chain, locked until the transaction ends; number 0 where none was begun. */
export async function lockEnd(tx: Queries, client: string): Promise<EndRow> {
  const end = await oneRow<EndRow>(
    tx,
    sql`insert into audit.chain as c (client, number, hash, seal) values (${client}, 0, '', '')
      on conflict (client) do update set number = c.number
      returning client, number::integer as number, hash, seal`,
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
        where client = ${client})
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
  number: number,
  limit: number,
): Promise<EntryRow[]> {
  return await queries.rows<EntryRow>(
    sql`select client, number::integer as number, content, previous_hash, hash,
        at, action, subject_userid, account_number,
        actor_userid, account, subject, actor, person
      from audit.entry where client = ${client} and number > ${number}
      order by number limit ${limit}`,
  )
}

/** Every chain's end, also of chains of which only entries or only the end is left. */
export async function findEnds(
  queries: Queries,
): Promise<(EndRow | { client: string; seal: null })[]> {
  return await queries.rows(
    sql`select client, number::integer as number, hash, seal
      from audit.chain full join (select distinct client from audit.entry) e using (client)
      order by client`,
  )
}

/** Shows the whole transaction one moment; must be its first statement. */
export async function standStill(tx: Queries): Promise<void> {
  await tx.rows(sql`set transaction isolation level repeatable read`)
}

/** An account as entries name it: by its number in format 1, by its pseudonym in format 2. */
export interface NamedAccount {
  client: string
  accountNumber: string
  account: string
}

/** Entries about an account, newest first, that come before `before`; none of the actions `without`. */
export async function entriesOfAccount(
  queries: Queries,
  { client, accountNumber, account }: NamedAccount,
  { before, limit, without }: { before: number; limit: number; without: readonly string[] },
): Promise<Pick<EntryRow, "number" | "at" | "content">[]> {
  return await queries.rows(
    sql`select number::integer as number, at, content from (
        (select number, at, content from audit.entry
          where client = ${client} and account = ${account} and number < ${before}
            and action <> all(${without}::text[])
          order by number desc limit ${limit})
        union all
        (select number, at, content from audit.entry
          where client = ${client} and account_number = ${accountNumber} and number < ${before}
            and action <> all(${without}::text[])
          order by number desc limit ${limit})) entry
      order by number desc limit ${limit}`,
  )
}

/** Changes of contact data and what the old email address said of them, newest first. */
export async function contactChangesSince(
  queries: Queries,
  { client, accountNumber, account }: NamedAccount,
  since: Date,
): Promise<(Pick<EntryRow, "content"> & { action: string })[]> {
  return await queries.rows(
    sql`select content, action from (
        select number, content, at, action from audit.entry
          where client = ${client} and account = ${account}
        union all
        select number, content, at, action from audit.entry
          where client = ${client} and account_number = ${accountNumber}) entry
      where at > ${since} and action in ('contact.change', 'staff.changeEmail',
        'emailChange.confirm', 'emailChange.deny')
      order by number desc`,
  )
}

/** The sealed keys of these people. */
export async function findPersonKeys(
  queries: Queries,
  persons: readonly string[],
): Promise<{ person: string; keySealed: Buffer }[]> {
  return await queries.rows(
    sql`select person, key_sealed from audit.person_key
      where person = any(${persons}::text[])`,
  )
}

/** Keeps the key of a person who has none; the first one stays. */
export async function insertPersonKey(
  tx: Queries,
  { person, keySealed, now }: { person: string; keySealed: Buffer; now: Date },
): Promise<void> {
  await tx.rows(
    sql`insert into audit.person_key (person, key_sealed, made_at)
      values (${person}, ${keySealed}, ${now}) on conflict do nothing`,
  )
}

/** How many people have entries and no key, of each client. */
export async function findLostKeys(
  queries: Queries,
): Promise<{ client: string; people: number }[]> {
  return await queries.rows(
    sql`select e.client, count(distinct e.person)::integer as people from audit.entry e
      where e.person is not null
        and not exists (select 1 from audit.person_key k where k.person = e.person)
      group by e.client order by e.client`,
  )
}
