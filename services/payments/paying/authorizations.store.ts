import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { PaymentState } from "./state-machine.ts"

export interface AuthorizationRow {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  kind: AuthorizationKind
  /** HTML that the person read. */
  content: string
  version: string
  authorised: Record<string, string>
  agreedAt: Date
  actorKind: "customer" | "staff"
  actorUserid: string
  subjectUserid: string
  ip: string
}

export async function insertAuthorization(tx: Queries, row: AuthorizationRow): Promise<void> {
  await tx.rows(
    sql`insert into myaccount_core."authorization" (id, client, account_number, policy_number, kind,
      content, version, authorised, agreed_at, actor_kind, actor_userid, subject_userid, ip)
    values (${row.id}, ${row.client}, ${row.accountNumber}, ${row.policyNumber}, ${row.kind},
      ${row.content}, ${row.version}, ${JSON.stringify(row.authorised)}, ${row.agreedAt},
      ${row.actorKind}, ${row.actorUserid}, ${row.subjectUserid}, ${row.ip})`,
  )
}

/** An authorization, and whether its change was rejected later. */
export interface GivenRow extends AuthorizationRow {
  isRefused: boolean
}

/** All authorizations of this account, newest first, without their texts. */
export async function findAuthorizations(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<Omit<GivenRow, "content">[]> {
  return await queries.rows(
    sql`select a.id, a.client, a.account_number, a.policy_number, a.kind, a.version, a.authorised,
      a.agreed_at, a.actor_kind, a.actor_userid, a.subject_userid, a.ip,
      coalesce(c.state = 'refused', false) as is_refused
    from myaccount_core."authorization" a
    left join myaccount_core.auto_pay_change c
      on c.client = a.client and c.authorization_id = a.id
    where a.client = ${client} and a.account_number = ${accountNumber}
    order by a.agreed_at desc, a.id`,
  )
}

/** One authorization of this account with its text. */
export async function findAuthorization(
  queries: Queries,
  client: string,
  accountNumber: string,
  id: string,
): Promise<GivenRow | undefined> {
  return await oneRow<GivenRow>(
    queries,
    sql`select a.id, a.client, a.account_number, a.policy_number, a.kind, a.content, a.version,
      a.authorised, a.agreed_at, a.actor_kind, a.actor_userid, a.subject_userid, a.ip,
      coalesce(c.state = 'refused', false) as is_refused
    from myaccount_core."authorization" a
    left join myaccount_core.auto_pay_change c
      on c.client = a.client and c.authorization_id = a.id
    where a.client = ${client} and a.account_number = ${accountNumber} and a.id::text = ${id}`,
  )
}

/**
 * When the customer of this account last agreed to auto pay, to a change of it, or to a frequency.
 */
export async function findLastAutoPayAgreement(
  queries: Queries,
  { client, accountNumber }: { client: string; accountNumber: string },
): Promise<Date | undefined> {
  const row = await oneRow<{ at: Date | null }>(
    queries,
    sql`select max(agreed_at) as at from myaccount_core."authorization"
      where client = ${client} and account_number = ${accountNumber}
        and kind not in ('pay-now', 'remove')`,
  )
  return row?.at ?? undefined
}

/** A charge based on an authorization. The amount is in cents. */
export interface AuthorizedCharge {
  authorizationId: string
  id: string
  amount: number
  submittedAt: Date
  status: PaymentState
}

/** The charges of an account that refer to an authorization, newest first. */
export async function findAuthorizedCharges(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<AuthorizedCharge[]> {
  return await queries.rows<AuthorizedCharge>(
    sql`select authorization_id, id, (amount * 100)::float8 as amount, submitted_at, status
      from myaccount_core.payment
      where client = ${client} and account_number = ${accountNumber}
        and authorization_id is not null
      order by submitted_at desc, number desc`,
  )
}
