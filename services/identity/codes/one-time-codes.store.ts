import { oneRow, type Queries, sql } from "#database/sql.ts"

/** The owner of an attempt: a user, or a registration that is not completed. */
export type Subject = { client: string } & (
  | {
      userid: string
      /**
       * The item that the code is about, if a user can have several, such as a change of address.
       */
      about?: string
    }
  | { registrationId: string }
)

/** The owner and the purpose of a code. A code for one purpose does not work for another. */
export interface CodeFor {
  subject: Subject
  purpose: string
}

/** The value of the column `subject`. */
export function codeKeyOf(subject: Subject): string {
  return "userid" in subject ? subject.userid : subject.registrationId
}

/** The columns that identify an attempt. */
interface AttemptKey {
  client: string
  id: string
}

export interface AttemptRow {
  id: string
  /** When the newest code was sent. */
  codeSentAt: Date
}

export async function insertAttempt(
  queries: Queries,
  attempt: {
    id: string
    secretHash: Buffer
    codeFor: CodeFor
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  const { subject, purpose } = attempt.codeFor
  const userid = "userid" in subject ? subject.userid : null
  const registrationId = "registrationId" in subject ? subject.registrationId : null
  await queries.rows(
    sql`insert into appauth.code_attempt
      (client, id, secret_hash, userid, registration_id, purpose, expires_at, created_at)
    values (${subject.client}, ${attempt.id}, ${attempt.secretHash}, ${userid}, ${registrationId}, ${purpose},
      ${attempt.expiresAt}, ${attempt.now})`,
  )
}

/**
 * Whether an attempt could not begin because its person was deleted in the meantime. On a
 * partitioned table, the error names the constraint of the partition.
 */
export function lacksOwner(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === "23503" && constraint?.endsWith("_client_userid_fkey") === true
}

/**
 * Locks this browser's attempt, if it is still live at `until`, until the transaction ends, so that
 * resends do not overlap.
 */
export async function lockAttempt(
  queries: Queries,
  secretHash: Buffer,
  { subject, purpose }: CodeFor,
  until: Date,
): Promise<AttemptRow | undefined> {
  const attempt = await oneRow<{ id: string }>(
    queries,
    sql`update appauth.code_attempt set tries = tries
      where client = ${subject.client} and secret_hash = ${secretHash}
        and subject = ${codeKeyOf(subject)} and purpose = ${purpose}
        and ended_at is null and expires_at >= ${until}
      returning id`,
  )
  if (!attempt) return undefined
  return await oneRow<AttemptRow>(
    queries,
    sql`select attempt_id as id, max(created_at) as code_sent_at from appauth.passcode
      where client = ${subject.client} and attempt_id = ${attempt.id} group by attempt_id`,
  )
}

/** The live attempt of this browser. */
export async function findAttempt(
  queries: Queries,
  secretHash: Buffer,
  { subject, purpose }: CodeFor,
  now: Date,
): Promise<AttemptRow | undefined> {
  return await oneRow<AttemptRow>(
    queries,
    sql`select a.id, max(p.created_at) as code_sent_at
      from appauth.code_attempt a
      join appauth.passcode p on p.client = a.client and p.attempt_id = a.id
      where a.client = ${subject.client} and a.secret_hash = ${secretHash}
        and a.subject = ${codeKeyOf(subject)} and a.purpose = ${purpose} and a.ended_at is null and a.expires_at > ${now}
      group by a.id`,
  )
}

/** Whether this browser sent this person's password and is waiting for the code. */
export async function isAttemptOf(
  queries: Queries,
  secretHash: Buffer,
  { client, userid }: { client: string; userid: string },
  now: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.code_attempt
      where client = ${client} and secret_hash = ${secretHash} and userid = ${userid}
        and purpose = 'sign-in' and ended_at is null and expires_at > ${now}`,
  )
  return rows.length > 0
}

/**
 * Uses up one try of the live attempt before a code is compared, so that parallel guesses cannot
 * share a try. The row stays locked until the transaction ends.
 */
export async function consumeTry(
  queries: Queries,
  secretHash: Buffer,
  { subject, purpose }: CodeFor,
  maxTries: number,
  now: Date,
): Promise<{ id: string; tries: number } | undefined> {
  return await oneRow(
    queries,
    sql`update appauth.code_attempt set tries = tries + 1
      where client = ${subject.client} and secret_hash = ${secretHash}
        and subject = ${codeKeyOf(subject)} and purpose = ${purpose}
        and ended_at is null and expires_at > ${now} and tries < ${maxTries}
      returning id, tries`,
  )
}

export async function endAttempt(
  queries: Queries,
  { client, id }: AttemptKey,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update appauth.code_attempt set ended_at = ${now}
      where client = ${client} and id = ${id} and ended_at is null`,
  )
}

export async function insertPasscode(
  queries: Queries,
  { client, id }: AttemptKey,
  passcode: { codeHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.passcode (client, attempt_id, code_hash, expires_at, created_at)
      values (${client}, ${id}, ${passcode.codeHash}, ${passcode.expiresAt}, ${passcode.now})`,
  )
}

/** Uses up the code. Only one of several parallel calls returns true. */
export async function usePasscode(
  queries: Queries,
  { client, id }: AttemptKey,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await queries.rows(
    sql`update appauth.passcode set used_at = ${now}
      where client = ${client} and attempt_id = ${id} and code_hash = ${codeHash}
        and used_at is null and expires_at > ${now}
      returning 1`,
  )
  return used.length > 0
}

export async function isExpiredPasscode(
  queries: Queries,
  { client, id }: AttemptKey,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.passcode
      where client = ${client} and attempt_id = ${id} and code_hash = ${codeHash}
        and expires_at <= ${now}`,
  )
  return rows.length > 0
}

/**
 * When a code was last sent or the tries were used up; null if never. With `secretHash`, only
 * attempts of the browser that has this secret.
 */
export async function lastAttemptAt(
  queries: Queries,
  { subject, purpose }: CodeFor,
  secretHash: Buffer | null,
): Promise<Date | null> {
  const row = await oneRow<{ at: Date | null }>(
    queries,
    sql`select max(greatest(a.ended_at, p.created_at)) as at
      from appauth.code_attempt a
      join appauth.passcode p on p.client = a.client and p.attempt_id = a.id
      where a.client = ${subject.client} and a.subject = ${codeKeyOf(subject)} and a.purpose = ${purpose}
        and (${secretHash}::bytea is null or a.secret_hash = ${secretHash})`,
  )
  return row?.at ?? null
}

/** Ends every open attempt of a person whose password has changed. */
export async function endAttemptsOf(
  queries: Queries,
  { client, userid }: { client: string; userid: string },
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update appauth.code_attempt set ended_at = ${now}
      where client = ${client} and userid = ${userid} and ended_at is null`,
  )
}

/** Deletes ended attempts with their codes. */
export async function deleteOldAttempts(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.code_attempt where expires_at < ${before}`)
}
