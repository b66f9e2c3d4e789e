import { oneRow, type Queries, sql } from "#database/sql.ts"

export type ApprovedAction = "resetPassword" | "deleteRegistration"

export interface ApprovalRow {
  id: string
  client: string
  accountNumber: string
  userid: string
  action: ApprovedAction
  /**
   * The version of the email address that the requester read; null if an earlier server stored the
   * request.
   */
  emailVersion: string | null
  askedBy: string
  askedAt: Date
}

/** Stores a request; false if the same request is already open. */
export async function insertApproval(
  tx: Queries,
  approval: ApprovalRow & { expiresAt: Date },
): Promise<boolean> {
  const { id, client, accountNumber, userid, action, emailVersion } = approval
  const { askedBy, askedAt, expiresAt } = approval
  const added = await tx.rows(
    sql`insert into myaccount_core.staff_approval
        (id, client, account_number, userid, action, email_version, asked_by, asked_at, expires_at)
      values (${id}, ${client}, ${accountNumber}, ${userid}, ${action}, ${emailVersion}, ${askedBy},
        ${askedAt}, ${expiresAt})
      on conflict (client, userid, action) where decided_at is null do nothing returning 1`,
  )
  return added.length > 0
}

/** The undecided request, even if it has expired. */
export async function findOpenApproval(
  queries: Queries,
  client: string,
  userid: string,
  action: ApprovedAction,
): Promise<(ApprovalRow & { expiresAt: Date }) | undefined> {
  return await oneRow(
    queries,
    sql`select id, client, account_number, userid, action, email_version,
        asked_by, asked_at, expires_at
      from myaccount_core.staff_approval
      where client = ${client} and userid = ${userid} and action = ${action}
        and decided_at is null`,
  )
}

/** Deletes a request that was not decided. */
export async function dropApproval(tx: Queries, client: string, id: string): Promise<void> {
  await tx.rows(
    sql`delete from myaccount_core.staff_approval
      where client = ${client} and id = ${id} and decided_at is null`,
  )
}

/** Deletes the undecided requests about a registration that is being deleted. */
export async function dropApprovalsOf(tx: Queries, client: string, userid: string): Promise<void> {
  await tx.rows(
    sql`delete from myaccount_core.staff_approval
      where client = ${client} and userid = ${userid} and decided_at is null`,
  )
}

/** The open requests, oldest first. */
export async function openApprovals(
  queries: Queries,
  clients: string[],
  now: Date,
): Promise<ApprovalRow[]> {
  return await queries.rows<ApprovalRow>(
    sql`select id, client, account_number, userid, action, email_version,
        asked_by, asked_at
      from myaccount_core.staff_approval
      where client = any(${clients}::text[]) and decided_at is null and expires_at > ${now}
      order by asked_at limit 100`,
  )
}

/** The request with this id, if it is about a customer of one of these clients. */
export async function findApproval(
  queries: Queries,
  clients: readonly string[],
  id: string,
): Promise<ApprovalRow | undefined> {
  return await oneRow<ApprovalRow>(
    queries,
    sql`select id, client, account_number, userid, action, email_version,
        asked_by, asked_at
      from myaccount_core.staff_approval
      where client = any(${clients}::text[]) and id = ${id}`,
  )
}

export async function deleteOldApprovals(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from myaccount_core.staff_approval where expires_at < ${before}`)
}

/**
 * Decides an open request. Returns true to only one call, and never to the staff member who made
 * the request.
 */
export async function decideApproval(
  tx: Queries,
  client: string,
  id: string,
  decision: { by: string; at: Date; approved: boolean },
): Promise<boolean> {
  const decided = await tx.rows(
    sql`update myaccount_core.staff_approval
      set decided_by = ${decision.by}, decided_at = ${decision.at}, approved = ${decision.approved}
      where client = ${client} and id = ${id} and decided_at is null and expires_at > ${decision.at}
        and asked_by <> ${decision.by}
      returning 1`,
  )
  return decided.length > 0
}
