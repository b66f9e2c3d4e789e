import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import { type Queries, sql } from "#database/sql.ts"

export interface AuthorizationRow {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  kind: AuthorizationKind
  /** The HTML that the person read. */
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

/** An authorization, and whether its change was refused later. */
export interface GivenRow extends AuthorizationRow {
  isRefused: boolean
}

/** The authorizations of this account, newest first, at most `limit`. */
export async function findAuthorizations(
  queries: Queries,
  client: string,
  accountNumber: string,
  limit: number,
): Promise<GivenRow[]> {
  return await queries.rows<GivenRow>(
    sql`select a.id, a.client, a.account_number,
      a.policy_number, a.kind, a.content, a.version, a.authorised,
      a.agreed_at, a.actor_kind, a.actor_userid,
      a.subject_userid, a.ip, coalesce(c.state = 'refused', false) as is_refused
    from myaccount_core."authorization" a
    left join myaccount_core.auto_pay_change c on c.authorization_id = a.id
    where a.client = ${client} and a.account_number = ${accountNumber}
    order by a.agreed_at desc, a.id limit ${limit}`,
  )
}
