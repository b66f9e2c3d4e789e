import { oneRow, type Queries, sql } from "#database/sql.ts"

export async function insertHandoff(
  queries: Queries,
  handoff: {
    tokenHash: Buffer
    sessionId: string
    host: string
    client: string
    /** For whom staff are to act; null where the session's own person goes. */
    subjectUserid: string | null
    expiresAt: Date
  },
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.handoff (token_hash, session_id, host, client, subject_userid,
      expires_at)
    values (${handoff.tokenHash}, ${handoff.sessionId}, ${handoff.host}, ${handoff.client},
      ${handoff.subjectUserid}, ${handoff.expiresAt})`,
  )
}

export interface RedeemedHandoff {
  client: string
  userid: string
  /** Staff who act for the person; null where the person comes by themselves. */
  agentUserid: string | null
  accountNumber: string
  familyId: string
  /** When the person last entered a right one-time code; null for staff. */
  provenAt: Date | null
}

/** Uses the hand-off up: a row for one caller only, at the host that it names, while its session lives. */
export async function redeemHandoff(
  queries: Queries,
  tokenHash: Buffer,
  host: string,
  now: Date,
): Promise<RedeemedHandoff | undefined> {
  return await oneRow<RedeemedHandoff>(
    queries,
    sql`update appauth.handoff h set used_at = ${now}
      from appauth.session s, appauth.user_account u
      where h.token_hash = ${tokenHash} and h.host = ${host}
        and h.used_at is null and h.expires_at > ${now}
        and u.userid = coalesce(h.subject_userid, s.userid) and not u.reactivate
        and s.id = h.session_id and s.ended_at is null and s.expires_at > ${now}
      returning h.client, u.userid, case when h.subject_userid is not null then s.agent_userid end
          as "agentUserid", u.account_number as "accountNumber",
        s.family_id as "familyId",
        case when h.subject_userid is null then s.proven_at end as "provenAt"`,
  )
}

/** Whether this hand-off, good or not, is one of staff to a customer's site. */
export async function isForActing(queries: Queries, tokenHash: Buffer): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.handoff
      where token_hash = ${tokenHash} and subject_userid is not null`,
  )
  return rows.length > 0
}

export async function deleteOldHandoffs(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.handoff where expires_at < ${before}`)
}
