import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { BillingChange } from "#ports/policy-admin/port.ts"
import type { AuditEntry } from "#services/audit/audit.ts"

/** A change that a customer requested, with the details for the email and the audit log. */
export interface AutoPayChange extends Omit<BillingChange, "changeId" | "changedOn"> {
  authorizationId: string
  before: NonNullable<AuditEntry["before"]>
  after: NonNullable<AuditEntry["after"]>
  siteAddress: string
}

/** An open change with its authorization. */
export interface OpenChange extends AutoPayChange {
  askedAt: Date
  kind: AuthorizationKind
  authorised: Record<string, string>
  actorKind: "customer" | "staff"
  actorUserid: string
  subjectUserid: string
  ip: string
}

/** Stores a change; call it while the product is locked. False if another change is still open. */
export async function insertChange(
  tx: Queries,
  change: AutoPayChange,
  now: Date,
): Promise<boolean> {
  const { authorizationId, client, accountNumber, policyNumber, siteAddress } = change
  const rows = await tx.rows(
    sql`insert into myaccount_core.auto_pay_change (authorization_id, client, account_number,
      policy_number, seen, wanted, before, after, site_address, asked_at)
    values (${authorizationId}, ${client}, ${accountNumber}, ${policyNumber},
      ${JSON.stringify(change.seen)}, ${JSON.stringify(change.wanted)},
      ${JSON.stringify(change.before)}, ${JSON.stringify(change.after)}, ${siteAddress}, ${now})
    on conflict do nothing returning 1`,
  )
  return rows.length > 0
}

/**
 * The open change of a product that is made next; undefined if there is none. Only a request to end
 * auto pay is stored behind another open change.
 */
export async function findOpenAutoPayChange(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<OpenChange | undefined> {
  return await oneRow<OpenChange>(
    queries,
    sql`select c.authorization_id, c.client,
      c.account_number, c.policy_number, c.seen, c.wanted,
      c.before, c.after, c.site_address, c.asked_at, a.kind, a.authorised,
      a.actor_kind, a.actor_userid,
      a.subject_userid, a.ip
    from myaccount_core.auto_pay_change c
    join myaccount_core."authorization" a
      on a.client = c.client and a.id = c.authorization_id
    where c.client = ${client} and c.policy_number = ${policyNumber} and c.state = 'asked'
    order by (c.wanted ->> 'paymentMethodRecordId') is null limit 1`,
  )
}

/** Whether an open change sets a product of this account to auto pay by this method. */
export async function isBeingSetTo(
  queries: Queries,
  client: string,
  accountNumber: string,
  recordId: string,
): Promise<boolean> {
  const open = await queries.rows(
    sql`select 1 from myaccount_core.auto_pay_change
    where state = 'asked' and client = ${client} and account_number = ${accountNumber}
      and wanted ->> 'paymentMethodRecordId' = ${recordId}`,
  )
  return open.length > 0
}

/** The products with an open change that was requested before this time. */
export async function findWaitingProducts(
  queries: Queries,
  before: Date,
): Promise<{ client: string; policyNumber: string }[]> {
  return await queries.rows(
    sql`select client, policy_number from myaccount_core.auto_pay_change
    where state = 'asked' and asked_at < ${before}
    group by client, policy_number order by min(asked_at) limit 100`,
  )
}

/** How a product is paid according to the last change that the account system made. */
export interface AgreedBilling extends Pick<BillingChange, "accountNumber" | "policyNumber"> {
  wanted: BillingChange["wanted"]
  askedAt: Date
}

/** The last completed change of each product of a client that was changed since `since`. */
export async function findAgreedBilling(
  queries: Queries,
  client: string,
  since: Date,
): Promise<AgreedBilling[]> {
  return await queries.rows<AgreedBilling>(
    sql`select distinct on (policy_number) account_number, policy_number, wanted, asked_at
      from myaccount_core.auto_pay_change
      where client = ${client} and state = 'made' and asked_at >= ${since}
      order by policy_number, coalesce(stored_at, asked_at) desc`,
  )
}

export async function findChangeState(
  queries: Queries,
  client: string,
  authorizationId: string,
): Promise<"asked" | "made" | "refused" | undefined> {
  const row = await oneRow<{ state: "asked" | "made" | "refused" }>(
    queries,
    sql`select state from myaccount_core.auto_pay_change
      where client = ${client} and authorization_id = ${authorizationId}`,
  )
  return row?.state
}

/** False if it was closed before. */
export async function closeChange(
  tx: Queries,
  client: string,
  authorizationId: string,
  state: "made" | "refused",
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.auto_pay_change set state = ${state}
    where client = ${client} and authorization_id = ${authorizationId} and state = 'asked' returning 1`,
  )
  return rows.length > 0
}
