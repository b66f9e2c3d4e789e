import { oneRow, type Queries, sql } from "#database/sql.ts"

export async function insertProviderAttempt(
  queries: Queries,
  attempt: { secretHash: Buffer; sealed: Buffer; expiresAt: Date },
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.provider_attempt (secret_hash, sealed, expires_at)
      values (${attempt.secretHash}, ${attempt.sealed}, ${attempt.expiresAt})`,
  )
}

/** The attempt, without using it up. */
export async function findProviderAttempt(
  queries: Queries,
  secretHash: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await oneRow<{ sealed: Buffer }>(
    queries,
    sql`select sealed from appauth.provider_attempt
      where secret_hash = ${secretHash} and expires_at > ${now}`,
  )
  return row?.sealed
}

/** Uses up the attempt. Only one of several parallel calls gets it. */
export async function takeProviderAttempt(
  queries: Queries,
  secretHash: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await oneRow<{ sealed: Buffer; expiresAt: Date }>(
    queries,
    sql`delete from appauth.provider_attempt where secret_hash = ${secretHash}
      returning sealed, expires_at`,
  )
  return row && row.expiresAt > now ? row.sealed : undefined
}

export async function deleteOldProviderAttempts(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.provider_attempt where expires_at < ${before}`)
}

/** Uses up a logout token; false if it was used before. */
export async function takeLogoutToken(tx: Queries, tokenHash: Buffer, now: Date): Promise<boolean> {
  const taken = await tx.rows(
    sql`insert into appauth.provider_logout (token_hash, used_at) values (${tokenHash}, ${now})
      on conflict do nothing returning 1`,
  )
  return taken.length > 0
}

export async function deleteOldLogoutTokens(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.provider_logout where used_at < ${before}`)
}

/**
 * Ends the sessions that staff opened in the provider's session `sid` (null: in any of its
 * sessions), and those in which they act for customers. Returns the staff members whose sessions
 * ended.
 */
export async function endProviderSessions(
  tx: Queries,
  { provider, subject, sid }: { provider: string; subject: string | null; sid: string | null },
  now: Date,
): Promise<string[]> {
  const ended = await tx.rows<{ staffUserid: string }>(
    sql`update appauth.session s set ended_at = ${now}
      from appauth.agent_provider p
      where s.agent_userid = p.userid and p.provider = ${provider} and s.ended_at is null
        and (${subject}::text is null or p.subject = ${subject})
        and (${sid}::text is null or s.provider_sid = ${sid}
          or s.userid is not null and exists (select from appauth.session own
            where own.agent_userid = p.userid and own.provider_sid = ${sid}))
      returning s.agent_userid as staff_userid`,
  )
  return [...new Set(ended.map(({ staffUserid }) => staffUserid))]
}
