import { type Queries, sql } from "#database/sql.ts"
import type { DocumentKey } from "#ports/document-store/port.ts"

/**
 * An erasure in force. `person` is the account's pseudonym in the audit log, with the audit key at
 * the time of the erasure.
 */
export interface Erasure {
  client: string
  person: string
  erasedAt: Date
}

/** Stores an erasure. Undeleted documents of an earlier erasure stay listed. */
export async function insertErasure(
  tx: Queries,
  { client, person, erasedAt }: Erasure,
  documents: readonly DocumentKey[],
): Promise<void> {
  const listed = documents.length === 0 ? null : JSON.stringify(documents)
  await tx.rows(
    sql`insert into myaccount_core.erasure as e (client, person, erased_at, documents)
      values (${client}, ${person}, ${erasedAt}, ${listed}::jsonb)
      on conflict (client, person) do update set erased_at = excluded.erased_at, lifted_at = null,
        documents = case when excluded.documents is null then e.documents
          else coalesce(e.documents, '[]') || excluded.documents end`,
  )
}

/** All erasures in force, of all clients, oldest first. */
export async function findErasures(queries: Queries): Promise<Erasure[]> {
  return await queries.rows<Erasure>(
    sql`select client, person, erased_at from myaccount_core.erasure
      where lifted_at is null order by erased_at, client, person`,
  )
}

/** Lifts every erasure of the person with these pseudonyms. False if none is in force. */
export async function liftErasure(
  tx: Queries,
  client: string,
  persons: readonly string[],
  now: Date,
): Promise<boolean> {
  const lifted = await tx.rows(
    sql`update myaccount_core.erasure set lifted_at = ${now}
      where client = ${client} and person = any(${persons}::text[]) and lifted_at is null
      returning 1`,
  )
  return lifted.length > 0
}

/** Undeleted documents of erased people, of all clients. */
export async function findErasedDocuments(
  queries: Queries,
): Promise<(Pick<Erasure, "client" | "person"> & { documents: DocumentKey[] })[]> {
  return await queries.rows(
    sql`select client, person, documents from myaccount_core.erasure
      where documents is not null order by erased_at`,
  )
}

/** Stores that these documents are deleted, unless more were listed in the meantime. */
export async function endErasedDocuments(
  queries: Queries,
  client: string,
  person: string,
  documents: readonly DocumentKey[],
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.erasure set documents = null
      where client = ${client} and person = ${person}
        and documents = ${JSON.stringify(documents)}::jsonb`,
  )
}

/**
 * Requests that the gateway delete every method of the account. The payment method job repeats the
 * request until it succeeds.
 */
export async function forgetMethods(
  tx: Queries,
  client: string,
  accountNumber: string,
  now: Date,
): Promise<number> {
  const asked = await tx.rows(
    sql`insert into myaccount_core.payment_method_request (id, client, account_number, record_id,
        kind, content, status, tries, next_try_at, created_at)
      select gen_random_uuid(), client, account_number, record_id, 'delete',
        json_build_object('kind', 'delete', 'gateway', gateway, 'gatewayReference',
          gateway_reference, 'policyNumbers', json_build_array(), 'by',
          json_build_object('actor', json_build_object('kind', 'operator'),
            'subjectUserid', null, 'ip', null)),
        'open', 0, ${now}, ${now} from myaccount_core.payment_method
      where client = ${client} and account_number = ${accountNumber} and deleted_at is null
      on conflict do nothing returning 1`,
  )
  return asked.length
}

/** The email addresses of the account in our tables. */
export async function findAddresses(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<string[]> {
  const rows = await queries.rows<{ address: string }>(
    sql`select email_address as address from policy_admin.person
        where client = ${client} and account_number = ${accountNumber}
      union select to_address from myaccount_core.new_email
        where client = ${client} and account_number = ${accountNumber}
      union select from_address from myaccount_core.new_email
        where client = ${client} and account_number = ${accountNumber}
      union select proven_address from myaccount_core.email_hold
        where client = ${client} and account_number = ${accountNumber}
          and proven_address is not null`,
  )
  return rows.map(({ address }) => address)
}

/**
 * Account numbers of a client's people in all tables that an erasure empties, in pages after
 * `after`.
 */
export async function findAccountNumbers(
  queries: Queries,
  client: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await queries.rows<{ accountNumber: string }>(
    sql`select account_number from (
        select account_number from policy_admin.person where client = ${client}
        union select account_number from appauth.user_account where client = ${client}
        union select account_number from myaccount_core.payment_method where client = ${client}
        union select account_number from myaccount_core.payment where client = ${client}
        union select account_number from myaccount_core.authorization where client = ${client}
        union select account_number from myaccount_core.kept_read where client = ${client}
        union select account_number from myaccount_core.unshown_change where client = ${client}
        union select account_number from myaccount_core.event where client = ${client}) accounts
      where account_number > ${after} order by account_number limit ${limit}`,
  )
  return rows.map(({ accountNumber }) => accountNumber)
}
