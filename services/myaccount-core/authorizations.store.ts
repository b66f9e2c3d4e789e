import type { AuthorizationKind } from "#contracts/authorization.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"

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

/** One authorization of this account; nothing when it is another's. */
export async function findAuthorization(
  queries: Queries,
  client: string,
  accountNumber: string,
  id: string,
): Promise<AuthorizationRow | undefined> {
  return await oneRow<AuthorizationRow>(
    queries,
    sql`select id, client, account_number as "accountNumber", policy_number as "policyNumber", kind,
      content, version, authorised, agreed_at as "agreedAt", actor_kind as "actorKind",
      actor_userid as "actorUserid", subject_userid as "subjectUserid", ip
    from myaccount_core."authorization"
    where id::text = ${id} and client = ${client} and account_number = ${accountNumber}`,
  )
}

export type AuthorizationSummary = Pick<
  AuthorizationRow,
  "id" | "policyNumber" | "kind" | "authorised" | "agreedAt"
>

/** What was agreed to for this account, newest first. */
export async function findAuthorizations(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<AuthorizationSummary[]> {
  return await queries.rows<AuthorizationSummary>(
    sql`select id, policy_number as "policyNumber", kind, authorised, agreed_at as "agreedAt"
    from myaccount_core."authorization"
    where client = ${client} and account_number = ${accountNumber}
    order by agreed_at desc, id`,
  )
}
