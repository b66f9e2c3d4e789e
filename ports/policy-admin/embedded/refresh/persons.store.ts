import { copyText } from "#database/copy-text.ts"
import { columns, jsonRows, type Queries, sql } from "#database/sql.ts"
import { personFields } from "../../person-fields.ts"
import type { LoadedPerson } from "./records.ts"

const declared = Object.keys(personFields)

export interface KnownPerson {
  accountNumber: string
  recordHash: string
  asOf: Date | null
}

export async function findKnownPersons(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const rows = await queries.rows<KnownPerson>(
    sql`select account_number, record_hash, as_of from policy_admin.person
      where client = ${client} and account_number = any(${accountNumbers}::text[])`,
  )
  return new Map(rows.map((row) => [row.accountNumber, row]))
}

/**
 * The stored accounts among these, and the stored accounts that a staff search for one of them
 * finds.
 */
export async function findAlikeAccounts(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[],
): Promise<{ stored: Set<string>; alike: string[] }> {
  const rows = await queries.rows<{ accountNumber: string }>(
    sql`select p.account_number
      from (select distinct policy_admin.plain_number(number) as plain
        from unnest(${accountNumbers}::text[]) number) asked
      -- The offset makes every plan look up each number: right after a load, the planner has no statistics.
      cross join lateral (select account_number from policy_admin.person
        where policy_admin.plain_number(account_number) = asked.plain and client = ${client}
        offset 0) p`,
  )
  const alike = rows.map(({ accountNumber }) => accountNumber)
  return { stored: new Set(accountNumbers).intersection(new Set(alike)), alike }
}

/** These persons in the form of a load. */
export async function findPersons(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[],
): Promise<LoadedPerson[]> {
  return await queries.rows<LoadedPerson>(
    sql`select p.account_number, ${columns(declared, "p")}, p.email_address, p.phone_number,
      p.is_email_subscribed,
      json_build_object('address', p.address_edit_blocked,
        'phoneNumber', p.phone_number_edit_blocked, 'email', p.email_edit_blocked,
        'save', p.save_blocked) as edit_blocked,
      json_build_object('addressLine1', p.address_line1, 'addressLine2', p.address_line2,
        'addressLine3', p.address_line3, 'cityName', p.city_name, 'stateCode', p.state_code,
        'zipCode', p.zip_code) as address
    from policy_admin.person p
    where p.client = ${client} and p.account_number = any(${accountNumbers}::text[])
    order by p.account_number`,
  )
}

/** The next account numbers of the client after `after`, in order. */
export async function findAccountsAfter(
  queries: Queries,
  client: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await queries.rows<{ accountNumber: string }>(
    sql`select account_number from policy_admin.person
      where client = ${client} and account_number > ${after}
      order by account_number limit ${limit}`,
  )
  return rows.map(({ accountNumber }) => accountNumber)
}

const personColumns = [
  ...["client", "accountNumber", ...declared],
  ...["emailAddress", "phoneNumber", "isEmailSubscribed", "addressLine1", "addressLine2"],
  ...["addressLine3", "cityName", "stateCode", "zipCode", "addressEditBlocked"],
  ...["phoneNumberEditBlocked", "emailEditBlocked", "saveBlocked", "contactVersion"],
  ...["recordHash", "asOf"],
]

export async function insertPersons(tx: Queries, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  if (tx.copy) {
    const statement = sql`copy policy_admin.person (${columns(personColumns)}) from stdin`
    return await tx.copy(statement, copyText(rows, personColumns))
  }
  await tx.rows(sql`insert into policy_admin.person (${columns(personColumns)})
    select ${columns(personColumns)}
    from json_populate_recordset(null::policy_admin.person, ${jsonRows(rows)}::json)`)
}

/**
 * Updates these known persons. Changes made here after `asOf` stay; without `asOf`, all changes
 * made here stay.
 */
export async function updatePersons(
  tx: Queries,
  client: string,
  rows: readonly object[],
  asOf: Date | undefined,
): Promise<void> {
  if (rows.length === 0) return
  await tx.rows(
    sql`update policy_admin.person p
      set (${columns(declared)}) = row(${columns(declared, "r")}),
        record_hash = r.record_hash, as_of = coalesce(r.as_of, p.as_of),
        address_edit_blocked = r.address_edit_blocked,
        phone_number_edit_blocked = r.phone_number_edit_blocked,
        email_edit_blocked = r.email_edit_blocked, save_blocked = r.save_blocked,
        is_email_subscribed = case when p.subscription_changed_at
            > coalesce(${asOf}::timestamptz, '-infinity') then p.is_email_subscribed
          else r.is_email_subscribed end
      from json_populate_recordset(null::policy_admin.person, ${jsonRows(rows)}::json) r
      where p.client = ${client} and p.account_number = r.account_number`,
  )
  await tx.rows(
    sql`update policy_admin.person p
      set email_address = r.email_address, phone_number = r.phone_number,
        address_line1 = r.address_line1, address_line2 = r.address_line2,
        address_line3 = r.address_line3, city_name = r.city_name, state_code = r.state_code,
        zip_code = r.zip_code, contact_version = r.contact_version
      from json_populate_recordset(null::policy_admin.person, ${jsonRows(rows)}::json) r
      where p.client = ${client} and p.account_number = r.account_number
        and not coalesce(p.contact_changed_at > coalesce(${asOf}::timestamptz, '-infinity'), false)
        and (p.email_address, p.phone_number, p.address_line1, p.address_line2, p.address_line3,
          p.city_name, p.state_code, p.zip_code)
          is distinct from (r.email_address, r.phone_number, r.address_line1, r.address_line2,
          r.address_line3, r.city_name, r.state_code, r.zip_code)`,
  )
}

/** Records that these persons equal the stored ones. */
export async function notePersons(
  tx: Queries,
  client: string,
  rows: readonly { accountNumber: string; recordHash: string }[],
  asOf: Date | undefined,
): Promise<void> {
  if (rows.length === 0) return
  await tx.rows(
    sql`update policy_admin.person p set record_hash = r.record_hash,
        as_of = coalesce(${asOf}::timestamptz, p.as_of)
      from json_populate_recordset(null::policy_admin.person, ${jsonRows(rows)}::json) r
      where p.client = ${client} and p.account_number = r.account_number`,
  )
}
