import type { UserDeviceInfo } from "#contracts/identity/shapes.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"

export interface SessionRow {
  id: string
  tokenHash: Buffer
  client: string
  userid: string | null
  staffUserid: string | null
  accountNumber: string | null
  securityQuestionId: string | null
  /** When a correct one-time code was last entered in this session; null if never. */
  provenAt: Date | null
  /** When the session started, or the one that it was transferred from. */
  startedAt: Date
  seenAt: Date
  expiresAt: Date
  /** When the session ended, or the one that it was transferred from. */
  endedAt: Date | null
}

/** The columns that identify a session. */
export type SessionKey = Pick<SessionRow, "client" | "id">

/**
 * The session of this cookie at this host, if it belongs to one of these clients. A caller must
 * also send the token that matches `tokenHash`.
 */
export async function findSession(
  queries: Queries,
  clients: readonly string[],
  cookieHash: Buffer,
  host: string,
): Promise<SessionRow | undefined> {
  return await oneRow<SessionRow>(
    queries,
    sql`select s.id, s.token_hash, s.client, s.userid, s.agent_userid as staff_userid,
      u.account_number, u.security_question_id,
      s.proven_at, coalesce(first.created_at, s.created_at) as started_at, s.seen_at, s.expires_at,
      coalesce(s.ended_at, first.ended_at) as ended_at
    from appauth.session s
      left join appauth.session first
        on first.client = s.family_client and first.id = s.family_id
      left join appauth.user_account u on u.client = s.client and u.userid = s.userid
    where s.client = any(${clients}::text[]) and s.cookie_hash = ${cookieHash} and s.host = ${host}`,
  )
}

export interface NewSession {
  id: string
  cookieHash: Buffer
  tokenHash: Buffer
  host: string
  client: string
  userid: string | null
  staffUserid: string | null
  /** The session from which this one was transferred, or this session itself. */
  familyId: string
  familyClient: string
  device: UserDeviceInfo | null
  loginIp: string | null
  provenAt: Date | null
  /** The id that the identity provider gave its own session; null without a provider. */
  providerSid?: string | null
  now: Date
  expiresAt: Date
}

export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.rows(
    sql`insert into appauth.session (id, cookie_hash, token_hash, host, client, userid,
      agent_userid, family_client, family_id, device, login_ip, proven_at, provider_sid,
      created_at, seen_at, expires_at)
    values (${session.id}, ${session.cookieHash}, ${session.tokenHash}, ${session.host},
      ${session.client}, ${session.userid}, ${session.staffUserid},
      ${session.familyClient}, ${session.familyId},
      ${session.device && JSON.stringify(session.device)}, ${session.loginIp},
      ${session.provenAt}, ${session.providerSid ?? null}, ${session.now}, ${session.now},
      ${session.expiresAt})`,
  )
}

/** The start of the customer's newest session that was not opened by staff. */
export async function findLastSignIn(
  queries: Queries,
  { client, userid }: { client: string; userid: string },
): Promise<Date | undefined> {
  const row = await oneRow<{ at: Date | null }>(
    queries,
    sql`select max(created_at) as at from appauth.session
      where client = ${client} and userid = ${userid} and agent_userid is null`,
  )
  return row?.at ?? undefined
}

export async function touchSession(
  queries: Queries,
  { client, id }: SessionKey,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update appauth.session set seen_at = ${now}
      where client = ${client} and id = ${id} and seen_at < ${now}`,
  )
}

/** Stores that the correct one-time code was entered in this session. */
export async function proveSession(
  queries: Queries,
  { client, id }: SessionKey,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update appauth.session set proven_at = ${now} where client = ${client} and id = ${id}`,
  )
}

/**
 * Ends the session that this cookie opened at this host, and the ones transferred from it. A staff
 * member who logs out also stops acting for customers, even if that began in an earlier sign-in. A
 * staff member who stops acting for a customer stays signed in at the support site.
 */
export async function endSessionFamily(
  queries: Queries,
  clients: readonly string[],
  { cookieHash, host }: { cookieHash: Buffer; host: string },
  now: Date,
): Promise<EndedSession[]> {
  return await queries.rows<EndedSession>(
    sql`update appauth.session set ended_at = ${now}
      where ended_at is null and exists (
        select from appauth.session own
        where own.client = any(${clients}::text[]) and own.cookie_hash = ${cookieHash}
          and own.host = ${host}
          and (own.client = session.client and own.id = session.id
            or own.family_client = session.family_client and own.family_id = session.family_id
              and (own.userid is null or own.agent_userid is null)
            or own.userid is null and own.agent_userid = session.agent_userid
              and session.userid is not null))
      returning client, userid, agent_userid as staff_userid,
        (select account_number from appauth.user_account u
          where u.client = session.client and u.userid = session.userid) as account_number,
        cookie_hash = ${cookieHash} as is_own`,
  )
}

export interface EndedSession {
  client: string
  userid: string | null
  staffUserid: string | null
  accountNumber: string | null
  /** Whether this is the session of the cookie itself, and not one transferred from it. */
  isOwn: boolean
}

/**
 * Ends the live session that this cookie opened at this host, and the ones transferred from it. A
 * session that has been idle since `idleSince` is already over; the ones transferred from it
 * continue.
 */
export async function endLiveSession(
  queries: Queries,
  clients: readonly string[],
  { cookieHash, host }: { cookieHash: Buffer; host: string },
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<void> {
  await queries.rows(
    sql`update appauth.session set ended_at = ${now}
      where client = any(${clients}::text[]) and cookie_hash = ${cookieHash} and host = ${host}
        and ended_at is null and expires_at > ${now} and seen_at > ${idleSince}`,
  )
}

/** Ends every session of a person except this one and those of its family. */
export async function endOtherSessionsOf(
  queries: Queries,
  { client, userid, id }: { client: string; userid: string; id: string },
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update appauth.session set ended_at = ${now}
      where client = ${client} and userid = ${userid} and ended_at is null and family_id <> (
        select family_id from appauth.session where client = ${client} and id = ${id})`,
  )
}

/** Ends every session of a person, including those in which staff act for them. */
export async function endSessionsOf(
  queries: Queries,
  { client, userid }: { client: string; userid: string },
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update appauth.session set ended_at = ${now}
      where client = ${client} and userid = ${userid} and ended_at is null`,
  )
}

/**
 * Ends every live session of a client, or of one of its customers. Returns the number of ended
 * sessions.
 */
export async function endSessionsOfClient(
  queries: Queries,
  client: string,
  userid: string | null,
  now: Date,
): Promise<number> {
  const ended = await queries.rows(
    sql`update appauth.session set ended_at = ${now}
      where client = ${client} and userid = coalesce(${userid}::text, userid)
        and ended_at is null and expires_at > ${now}
      returning id`,
  )
  return ended.length
}

export async function recordDevice(
  queries: Queries,
  { client, id }: SessionKey,
  device: UserDeviceInfo,
  loginIp: string,
): Promise<void> {
  await queries.rows(
    sql`update appauth.session set device = ${JSON.stringify(device)}, login_ip = ${loginIp}
      where client = ${client} and id = ${id}`,
  )
}

export async function deleteOldSessions(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.session where expires_at < ${before}`)
}
