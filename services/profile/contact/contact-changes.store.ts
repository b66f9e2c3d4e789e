import { type Queries, sql } from "#database/sql.ts"
import type { Contact, Person } from "#ports/policy-admin/port.ts"
import type { AuditAction, AuditEntry } from "#services/audit/audit.ts"

export interface ContactChange {
  client: string
  /** The data as they were read: the change is rejected if they differ by then. */
  before: Pick<Person, "accountNumber" | "firstName" | "contactVersion" | keyof Contact> &
    // Earlier server versions did not store it.
    Partial<Pick<Person, "policyNumber">>
  after: Contact
  /** The site that the person or staff used; emails link to it. */
  siteAddress: string
  action: AuditAction
  by: Pick<AuditEntry, "actor" | "subjectUserid" | "ip">
}

export interface ContactChangeRow extends ContactChange {
  id: string
}

export async function insertContactChange(
  queries: Queries,
  { id, ...change }: ContactChangeRow,
  now: Date,
): Promise<void> {
  const { accountNumber } = change.before
  await queries.rows(
    sql`insert into myaccount_core.contact_change (id, client, account_number, asked, asked_at)
      values (${id}, ${change.client}, ${accountNumber}, ${JSON.stringify(change)}, ${now})`,
  )
}

/** True for only one caller, even if several complete it at once. */
export async function deleteContactChange(
  queries: Queries,
  { client, id }: Pick<ContactChangeRow, "client" | "id">,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`delete from myaccount_core.contact_change
      where client = ${client} and id = ${id} returning 1`,
  )
  return rows.length > 0
}

/** Open changes of one account, oldest first. */
export async function contactChangesOf(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<ContactChange[]> {
  const rows = await queries.rows<{ asked: ContactChange }>(
    sql`select asked from myaccount_core.contact_change
      where client = ${client} and account_number = ${accountNumber} order by asked_at`,
  )
  return rows.map(({ asked }) => asked)
}

export async function findContactChanges(
  queries: Queries,
  askedBefore: Date,
): Promise<ContactChangeRow[]> {
  const rows = await queries.rows<{ id: string; asked: ContactChange }>(
    sql`select id, asked from myaccount_core.contact_change where asked_at < ${askedBefore}
      order by asked_at limit 100`,
  )
  return rows.map(({ id, asked }) => ({ ...asked, id }))
}
