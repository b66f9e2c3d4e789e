import { oneRow, type Queries, sql } from "#database/sql.ts"

export async function insertSessionTransfer(
  queries: Queries,
  sessionTransfer: {
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
    values (${sessionTransfer.tokenHash}, ${sessionTransfer.sessionId}, ${sessionTransfer.host}, ${sessionTransfer.client},
      ${sessionTransfer.subjectUserid}, ${sessionTransfer.expiresAt})`,
  )
}

export interface SessionTransfer {
  client: string
  userid: string
  /** Staff who act for the person; null where the person comes themselves. */
  staffUserid: string | null
  accountNumber: string
  familyId: string
  /** When the person last entered a right one-time code; null for staff. */
  provenAt: Date | null
  /** The host of the session that it was made in. */
  fromHost: string
}

/** A hand-off as the browser presents it. */
export interface Presented {
  tokenHash: Buffer
  /** The host that the browser asked. */
  host: string
  /** Of the cookie that a browser gets when its person is asked; null where it has none. */
  browserHash: Buffer | null
}

/** Where a hand-off leads, while it is good in this browser. Uses nothing up. */
export async function findSessionTransfer(
  queries: Queries,
  { tokenHash, host, browserHash }: Presented,
  now: Date,
): Promise<SessionTransfer | undefined> {
  return await oneRow<SessionTransfer>(
    queries,
    sql`select h.client, u.userid, case when h.subject_userid is not null then s.agent_userid end
        as staff_userid, u.account_number, s.family_id,
        s.host as from_host, case when h.subject_userid is null then s.proven_at end as proven_at
      from appauth.handoff h join appauth.session s on s.id = h.session_id
        join appauth.user_account u on u.userid = coalesce(h.subject_userid, s.userid)
      where h.token_hash = ${tokenHash} and h.host = ${host}
        and h.used_at is null and h.expires_at > ${now}
        and (h.browser_hash is null or h.browser_hash = ${browserHash})
        and not u.reactivate and s.ended_at is null and s.expires_at > ${now}`,
  )
}

/**
 * Keeps for whom and about which session the person of this browser is asked. The first question
 * moves the end of the hand-off to `until`, a later one does not.
 *
 * Returns false where the hand-off is used up by now or belongs to another browser.
 */
export async function bindToBrowser(
  queries: Queries,
  sessionTransfer: Presented & { browserHash: Buffer; replacesSessionId: string | null },
  now: Date,
  until: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update appauth.handoff set browser_hash = ${sessionTransfer.browserHash},
        replaces_session_id = ${sessionTransfer.replacesSessionId},
        expires_at = case when browser_hash is null then ${until} else expires_at end
      where token_hash = ${sessionTransfer.tokenHash} and host = ${sessionTransfer.host}
        and used_at is null and expires_at > ${now}
        and (browser_hash is null or browser_hash = ${sessionTransfer.browserHash})
      returning 1`,
  )
  return rows.length > 0
}

/**
 * Uses the hand-off up: true for one caller only, at the host that it names, while its session
 * lives, and in the browser that was asked if one was.
 *
 * `mustBeAsked` says that nothing but the person's answer lets it go on; `replacesSessionId` is
 * then the session that ends, which must be the one that the person was told of.
 */
export async function redeemSessionTransfer(
  queries: Queries,
  sessionTransfer: Presented & { mustBeAsked: boolean; replacesSessionId: string | null },
  now: Date,
): Promise<boolean> {
  const { tokenHash, host, browserHash, mustBeAsked, replacesSessionId } = sessionTransfer
  const rows = await queries.rows(
    sql`update appauth.handoff h set used_at = ${now}
      from appauth.session s, appauth.user_account u
      where h.token_hash = ${tokenHash} and h.host = ${host}
        and h.used_at is null and h.expires_at > ${now}
        and (h.browser_hash = ${browserHash}
          or h.browser_hash is null and not ${mustBeAsked}::boolean)
        and (not ${mustBeAsked}::boolean or ${replacesSessionId}::uuid is null
          or h.replaces_session_id = ${replacesSessionId}::uuid)
        and u.userid = coalesce(h.subject_userid, s.userid) and not u.reactivate
        and s.id = h.session_id and s.ended_at is null and s.expires_at > ${now}
      returning 1`,
  )
  return rows.length > 0
}

/** Ends a hand-off that the person of this browser was asked about and does not want. */
export async function declineSessionTransfer(
  queries: Queries,
  { tokenHash, host, browserHash }: Presented,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update appauth.handoff set used_at = ${now}
      where token_hash = ${tokenHash} and host = ${host} and used_at is null
        and browser_hash = ${browserHash}`,
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

export async function deleteOldSessionTransfers(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.handoff where expires_at < ${before}`)
}
