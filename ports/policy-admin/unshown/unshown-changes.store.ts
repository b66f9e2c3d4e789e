import { jsonRows, type Queries, sql } from "#database/sql.ts"
import type { BillingChoice, Contact } from "../port.ts"
import type { OwnCredit } from "./own-bills.ts"

/** How a product is paid, with the auto pay method in words. */
export type NamedChoice = BillingChoice & { paymentMethodLabel: string }

/** The values of a change by its kind. */
type Values =
  | { kind: "billing"; before: BillingChoice; after: NamedChoice }
  /** The due dates that auto pay leaves out. */
  | { kind: "skip"; before: null; after: readonly string[] }
  /**
   * The version before the change, and the contact data after it, with their version if it is
   * known.
   */
  | { kind: "contact"; before: string; after: Contact & { contactVersion?: string } }
  | { kind: "subscription"; before: boolean; after: boolean }
  | { kind: "credit"; before: null; after: OwnCredit }

/** An accepted change that no read has shown yet. */
export type UnshownChange = Values & {
  client: string
  accountNumber: string
  /** The id of the change, the same in every repetition. */
  id: string
  /** "" for a change of the person. */
  policyNumber: string
}

/** Stores the change; does nothing if it is already stored. Reads look for it from `now` on. */
export async function insertUnshown(
  queries: Queries,
  change: UnshownChange,
  now: Date,
): Promise<void> {
  const { client, accountNumber, id, policyNumber, kind, before, after } = change
  await queries.rows(
    sql`insert into myaccount_core.unshown_change (client, account_number, id, number, kind,
        policy_number, before, after, accepted_at, look_at)
      select ${client}, ${accountNumber}, ${id}, coalesce(max(number), 0) + 1, ${kind},
        ${policyNumber}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${now}, ${now}
      from myaccount_core.unshown_change
      where client = ${client} and account_number = ${accountNumber}
      on conflict do nothing`,
  )
}

/**
 * The changes of these accounts that were accepted since then, and the client's credits of any age,
 * in order. A credit belongs to its product, which may now belong to another account.
 */
export async function findUnshown(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[],
  since: Date,
): Promise<UnshownChange[]> {
  return await queries.rows<UnshownChange>(
    sql`select client, account_number, id, kind, policy_number, before, after
      from myaccount_core.unshown_change
      where client = ${client} and (kind = 'credit'
        or (account_number = any(${accountNumbers}::text[]) and accepted_at > ${since}))
      order by account_number, number`,
  )
}

/** Deletes these changes: a read has shown them. */
export async function deleteShown(
  queries: Queries,
  changes: readonly Pick<UnshownChange, "client" | "accountNumber" | "id">[],
): Promise<void> {
  const keys = changes.map(({ client, accountNumber, id }) => ({ client, accountNumber, id }))
  await queries.rows(
    sql`delete from myaccount_core.unshown_change u
      using json_to_recordset(${jsonRows(keys)}::json)
        as s(client text, account_number text, id text)
      where u.client = s.client and u.account_number = s.account_number and u.id = s.id`,
  )
}

/**
 * The changes of how the client's products are paid, of any age, in order; with `accountNumbers`,
 * those of these accounts. Each one holds the charges of its product until a read shows it.
 */
export async function findUnshownBillings(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[] | null = null,
): Promise<Extract<UnshownChange, { kind: "billing" }>[]> {
  return await queries.rows(
    sql`select client, account_number, id, kind, policy_number, before, after
      from myaccount_core.unshown_change
      where client = ${client} and kind = 'billing'
        and (${accountNumbers}::text[] is null or account_number = any(${accountNumbers}::text[]))
      order by account_number, number`,
  )
}

/** The credits of a client that were accepted since then. */
export async function findUnshownCredits(
  queries: Queries,
  client: string,
  since: Date,
): Promise<OwnCredit[]> {
  const rows = await queries.rows<{ after: OwnCredit }>(
    sql`select after from myaccount_core.unshown_change
      where client = ${client} and kind = 'credit' and accepted_at > ${since}
      order by account_number, number`,
  )
  return rows.map(({ after }) => after)
}

/**
 * The changes of a client that were accepted before then, in order. The comparison of postings
 * leaves them out.
 */
export async function findOverdue(
  queries: Queries,
  client: string,
  before: Date,
): Promise<OverdueRow[]> {
  return await queries.rows<OverdueRow>(
    sql`select client, account_number, id, kind, policy_number, before, after, accepted_at
      from myaccount_core.unshown_change
      where client = ${client} and accepted_at <= ${before} and kind <> 'credit'
      order by account_number, number`,
  )
}

type OverdueRow = Exclude<UnshownChange, { kind: "credit" }> & { acceptedAt: Date }

/**
 * Deletes changes of all clients that were accepted before then. A change of how a product is paid and a credit stay until a
 * read shows them, because they decide what is charged.
 */
export async function deleteOldUnshown(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from myaccount_core.unshown_change
      where accepted_at < ${before} and kind not in ('billing', 'credit')`)
}

/**
 * The accounts with a change since `since`, or with a credit, whose next check in the account
 * system is due by now.
 */
export async function findAccountsToLookAt(
  queries: Queries,
  now: Date,
  since: Date,
): Promise<{ client: string; accountNumber: string }[]> {
  return await queries.rows(
    sql`select client, account_number from myaccount_core.unshown_change
      where look_at <= ${now} and (accepted_at > ${since} or kind = 'credit')
      group by client, account_number order by min(look_at) limit 100`,
  )
}

/** Delays the next check of the account by the age of each change, and by at least `seconds`. */
export async function lookLater(
  queries: Queries,
  { client, accountNumber }: Pick<UnshownChange, "client" | "accountNumber">,
  now: Date,
  seconds: number,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.unshown_change
      set look_at = ${now}::timestamptz
        + greatest(${now}::timestamptz - accepted_at, ${seconds} * interval '1 second')
      where client = ${client} and account_number = ${accountNumber} and look_at <= ${now}`,
  )
}
