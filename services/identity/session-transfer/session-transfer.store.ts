import { oneRow, type Queries, sql } from "#database/sql.ts"

export async function insertSessionTransfer(
  queries: Queries,
  sessionTransfer: {
    tokenHash: Buffer
    session: { client: string; id: string }
    host: string
    client: string
    /** The customer for whom staff act; null if the person's own session is transferred. */
    subjectUserid: string | null
    expiresAt: Date
  },
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.handoff (token_hash, session_client, session_id, host, client,
      subject_userid, expires_at)
    values (${sessionTransfer.tokenHash}, ${sessionTransfer.session.client},
      ${sessionTransfer.session.id}, ${sessionTransfer.host}, ${sessionTransfer.client},
      ${sessionTransfer.subjectUserid}, ${sessionTransfer.expiresAt})`,
  )
}

export interface SessionTransfer {
  client: string
  userid: string
  /** The staff member who acts for the person, if there is one. */
  staffUserid: string | null
  accountNumber: string
  familyId: string
  familyClient: string
  /** When the person last entered a right one-time code; null for staff. */
  provenAt: Date | null
  /** The latest time at which the transferred session ends. */
  endsAt: Date
  /** The host of the session before the transfer. */
  fromHost: string
}

/** The part of a session transfer that the browser sends. */
export interface Presented {
  tokenHash: Buffer
  /** The clients whose sessions can be opened at this host. */
  clients: readonly string[]
  /** The host of the request. */
  host: string
  /** The hash of the cookie that a browser gets with the question; null without a cookie. */
  browserHash: Buffer | null
}

/** The session transfer, if it is valid in this browser. Does not use it up. */
export async function findSessionTransfer(
  queries: Queries,
  { tokenHash, clients, host, browserHash }: Presented,
  now: Date,
): Promise<SessionTransfer | undefined> {
  return await oneRow<SessionTransfer>(
    queries,
    sql`select h.client, u.userid, case when h.subject_userid is not null then s.agent_userid end
        as staff_userid, u.account_number, s.family_id, s.family_client,
        s.host as from_host, s.expires_at as ends_at, case when h.subject_userid is null then s.proven_at end as proven_at
      from appauth.handoff h
        join appauth.session s on s.client = h.session_client and s.id = h.session_id
        join appauth.user_account u
          on u.client = h.client and u.userid = coalesce(h.subject_userid, s.userid)
      where h.client = any(${clients}::text[]) and h.token_hash = ${tokenHash} and h.host = ${host}
        and h.used_at is null and h.expires_at > ${now}
        and (h.browser_hash is null or h.browser_hash = ${browserHash})
        and not u.reactivate and u.moved_to is null and s.ended_at is null and s.expires_at > ${now}`,
  )
}

/**
 * Ties the session transfer to the browser that shows the question, and stores which session would
 * end. The first question extends the transfer to `until`; later ones do not.
 *
 * Returns false if the transfer is used up or belongs to another browser.
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
      where client = any(${sessionTransfer.clients}::text[])
        and token_hash = ${sessionTransfer.tokenHash} and host = ${sessionTransfer.host}
        and used_at is null and expires_at > ${now}
        and (browser_hash is null or browser_hash = ${sessionTransfer.browserHash})
      returning 1`,
  )
  return rows.length > 0
}

/**
 * Uses up the session transfer at its host while its session is live. If a browser showed the
 * question, only that browser can use it. Only one of several parallel calls returns true.
 *
 * With `mustBeAsked`, the person must have answered the question. `replacesSessionId` is then the
 * session that ends, and must be the one in the question.
 */
export async function redeemSessionTransfer(
  queries: Queries,
  sessionTransfer: Presented & { mustBeAsked: boolean; replacesSessionId: string | null },
  now: Date,
): Promise<boolean> {
  const { tokenHash, clients, host, browserHash, mustBeAsked, replacesSessionId } = sessionTransfer
  const rows = await queries.rows(
    sql`update appauth.handoff h set used_at = ${now}
      from appauth.session s, appauth.user_account u
      where h.client = any(${clients}::text[]) and h.token_hash = ${tokenHash}
        and h.host = ${host} and h.used_at is null and h.expires_at > ${now}
        and (h.browser_hash = ${browserHash}
          or h.browser_hash is null and not ${mustBeAsked}::boolean)
        and (not ${mustBeAsked}::boolean or ${replacesSessionId}::uuid is null
          or h.replaces_session_id = ${replacesSessionId}::uuid)
        and u.client = h.client and u.userid = coalesce(h.subject_userid, s.userid)
        and not u.reactivate and u.moved_to is null and s.client = h.session_client and s.id = h.session_id and s.ended_at is null and s.expires_at > ${now}
      returning 1`,
  )
  return rows.length > 0
}

/** Ends a session transfer that the person at this browser declines. */
export async function declineSessionTransfer(
  queries: Queries,
  { tokenHash, clients, host, browserHash }: Presented,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update appauth.handoff set used_at = ${now}
      where client = any(${clients}::text[]) and token_hash = ${tokenHash} and host = ${host}
        and used_at is null and browser_hash = ${browserHash}`,
  )
}

/** Whether this session transfer, valid or not, takes staff to a customer's site. */
export async function isForActing(
  queries: Queries,
  { tokenHash, clients }: Presented,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.handoff
      where client = any(${clients}::text[]) and token_hash = ${tokenHash}
        and subject_userid is not null`,
  )
  return rows.length > 0
}

export async function deleteOldSessionTransfers(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.handoff where expires_at < ${before}`)
}
