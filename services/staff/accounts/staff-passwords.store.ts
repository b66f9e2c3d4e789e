import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { StaffRow } from "./staff.store.ts"

/** Lets the attempt continue with a new password until `expiresAt`. It no longer accepts codes. */
export async function proveStaffAttempt(
  tx: Queries,
  secretHash: Buffer,
  provenBy: string,
  expiresAt: Date,
): Promise<void> {
  await tx.rows(
    sql`update appauth.staff_attempt set proven_by = ${provenBy}, expires_at = ${expiresAt}
      where secret_hash = ${secretHash}`,
  )
}

/** The attempt that waits for a new password, and the proof given in it. */
export async function findProvenAttempt(
  queries: Queries,
  secretHash: Buffer,
  now: Date,
): Promise<{ userid: string; provenBy: string } | undefined> {
  return await oneRow(
    queries,
    sql`select userid, proven_by from appauth.staff_attempt
      where secret_hash = ${secretHash} and proven_by is not null and ended_at is null
        and expires_at > ${now}`,
  )
}

/** Ends the attempt. Only one of several parallel calls returns true. */
export async function endProvenAttempt(
  tx: Queries,
  secretHash: Buffer,
  now: Date,
): Promise<boolean> {
  const ended = await tx.rows(
    sql`update appauth.staff_attempt set ended_at = ${now}
      where secret_hash = ${secretHash} and proven_by is not null and ended_at is null
      returning 1`,
  )
  return ended.length > 0
}

/**
 * Writes a password that the staff member chose. Returns false if the old one was replaced or the
 * account disabled in the meantime. An account from a folder still belongs to the folder, so that a
 * later load can remove it.
 */
export async function replaceStaffPassword(
  tx: Queries,
  { userid, passwordHash }: Pick<StaffRow, "userid" | "passwordHash">,
  newHash: string,
): Promise<boolean> {
  const replaced = await tx.rows(
    sql`update appauth.agent set password_hash = ${newHash}, must_change_password = false
      where userid = ${userid} and password_hash = ${passwordHash} and disabled_at is null
      returning 1`,
  )
  return replaced.length > 0
}

/** Ends the attempts and all other sessions of a staff member. */
export async function endOtherSessionsOfStaff(
  tx: Queries,
  userid: string,
  sessionId: string,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update appauth.session set ended_at = ${now}
      where agent_userid = ${userid} and id <> ${sessionId} and ended_at is null`,
  )
  await tx.rows(
    sql`update appauth.staff_attempt set ended_at = ${now}
      where userid = ${userid} and ended_at is null`,
  )
}
