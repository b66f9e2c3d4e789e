import { oneRow, type Queries, sql } from "#database/sql.ts"

export async function insertStaffAttempt(
  tx: Queries,
  attempt: { secretHash: Buffer; userid: string; expiresAt: Date },
): Promise<void> {
  await tx.rows(
    sql`insert into appauth.staff_attempt (secret_hash, userid, expires_at)
      values (${attempt.secretHash}, ${attempt.userid}, ${attempt.expiresAt})`,
  )
}

export interface StaffAttempt {
  userid: string
  username: string
  firstName: string
  lastName: string
  email: string
  mustChangePassword: boolean
  tries: number
}

/**
 * Makes the operator's changes wait until the transaction ends. Locks the account before its
 * attempts, in the same order as those changes do.
 */
export async function lockStaffOf(tx: Queries, secretHash: Buffer): Promise<void> {
  await tx.rows(
    sql`update appauth.agent a set password_hash = a.password_hash from appauth.staff_attempt t
      where t.userid = a.userid and t.secret_hash = ${secretHash}`,
  )
}

/** Uses up one try of a live attempt, which stays locked until the transaction ends. */
export async function consumeStaffTry(
  tx: Queries,
  secretHash: Buffer,
  maxTries: number,
  now: Date,
): Promise<StaffAttempt | undefined> {
  return await oneRow<StaffAttempt>(
    tx,
    sql`update appauth.staff_attempt t set tries = tries + 1
      from appauth.agent a
      where t.secret_hash = ${secretHash} and a.userid = t.userid and a.disabled_at is null
        and t.ended_at is null and t.proven_by is null and t.expires_at > ${now}
        and t.tries < ${maxTries}
      returning a.userid, a.username, a.first_name, a.last_name,
        a.email, a.must_change_password, t.tries`,
  )
}

/** The staff member of a live attempt. Does not use up a try. */
export async function findStaffAttempt(
  queries: Queries,
  secretHash: Buffer,
  now: Date,
): Promise<{ userid: string; username: string } | undefined> {
  return await oneRow(
    queries,
    sql`select userid, username from appauth.staff_attempt t join appauth.agent a using (userid)
      where t.secret_hash = ${secretHash} and t.ended_at is null and t.proven_by is null
        and t.expires_at > ${now} and a.disabled_at is null`,
  )
}

export async function endStaffAttempt(tx: Queries, secretHash: Buffer, now: Date): Promise<void> {
  await tx.rows(
    sql`update appauth.staff_attempt set ended_at = ${now} where secret_hash = ${secretHash}`,
  )
}

export interface FactorRow {
  secretSealed: Buffer
  isConfirmed: boolean
}

export async function findFactor(queries: Queries, userid: string): Promise<FactorRow | undefined> {
  return await oneRow<FactorRow>(
    queries,
    sql`select secret_sealed, confirmed_at is not null as is_confirmed
      from appauth.agent_factor where userid = ${userid}`,
  )
}

/** Stores an unconfirmed secret; false if a confirmed one exists. */
export async function writePendingFactor(
  queries: Queries,
  userid: string,
  secretSealed: Buffer,
): Promise<boolean> {
  const written = await queries.rows(
    sql`insert into appauth.agent_factor as f (userid, secret_sealed)
      values (${userid}, ${secretSealed})
      on conflict (userid) do update set secret_sealed = excluded.secret_sealed
        where f.confirmed_at is null
      returning 1`,
  )
  return written.length > 0
}

/**
 * Uses up the code of a step. Returns true to only one of several parallel calls, and only if the
 * step is newer than the last one and the secret has not changed.
 */
export async function takeStep(
  tx: Queries,
  userid: string,
  secretSealed: Buffer,
  step: number,
  now: Date,
): Promise<boolean> {
  const taken = await tx.rows(
    sql`update appauth.agent_factor
      set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
      where userid = ${userid} and secret_sealed = ${secretSealed} and last_step < ${step}
      returning 1`,
  )
  return taken.length > 0
}

export async function replaceRecoveryCodes(
  tx: Queries,
  userid: string,
  codeHashes: Buffer[],
): Promise<void> {
  await tx.rows(sql`delete from appauth.agent_recovery_code where userid = ${userid}`)
  await tx.rows(
    sql`insert into appauth.agent_recovery_code (userid, code_hash)
      select ${userid}, unnest(${codeHashes}::bytea[])`,
  )
}

/** Uses up the code. Only one of several parallel calls returns true. */
export async function useRecoveryCode(
  tx: Queries,
  userid: string,
  /** The hashes of the code, one for each key. */
  codeHashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const used = await tx.rows(
    sql`update appauth.agent_recovery_code set used_at = ${now}
      where userid = ${userid} and code_hash = any(${codeHashes}::bytea[]) and used_at is null
      returning 1`,
  )
  return used.length > 0
}

export async function countRecoveryCodes(tx: Queries, userid: string): Promise<number> {
  const row = await oneRow<{ left: number }>(
    tx,
    sql`select count(*)::integer as left from appauth.agent_recovery_code
      where userid = ${userid} and used_at is null`,
  )
  return row?.left ?? 0
}

export async function deleteFactor(tx: Queries, userid: string): Promise<void> {
  await tx.rows(sql`delete from appauth.agent_recovery_code where userid = ${userid}`)
  await tx.rows(sql`delete from appauth.agent_factor where userid = ${userid}`)
}

export async function deleteOldStaffAttempts(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.staff_attempt where expires_at < ${before}`)
}
