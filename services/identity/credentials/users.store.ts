import { plainUsername } from "#contracts/identity/userid.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"

export interface UserRow {
  userid: string
  client: string
  username: string
  passwordHash: string
  accountNumber: string
  securityQuestionId: string | null
  securityAnswerHash: string | null
  /** True if the credentials no longer work and the customer must register again. */
  reactivate: boolean
  /**
   * The account's new number, if it changed. The credentials no longer work then. Null for most
   * accounts.
   */
  movedTo: string | null
}

/** The columns that identify a user. */
type UserKey = Pick<UserRow, "client" | "userid">

export async function findUser(
  queries: Queries,
  client: string,
  username: string,
): Promise<UserRow | undefined> {
  return await oneRow<UserRow>(
    queries,
    sql`select userid, client, username, password_hash, account_number, security_question_id,
      security_answer_hash, reactivate, moved_to from appauth.user_account
    where client = ${client} and appauth.plain_username(username) = ${plainUsername(username)}`,
  )
}

/** The credentials that the person with this account number must replace, if any. */
export async function findReactivated(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<UserRow | undefined> {
  return await oneRow<UserRow>(
    queries,
    sql`select userid, client, username, password_hash, account_number, security_question_id,
      security_answer_hash, reactivate, moved_to from appauth.user_account
    where client = ${client} and account_number = ${accountNumber} and reactivate`,
  )
}

/** The user of the person with this account number, if there is one. */
export async function findUserOf(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<Pick<UserRow, "userid" | "username" | "reactivate"> | undefined> {
  return await oneRow(
    queries,
    sql`select userid, username, reactivate from appauth.user_account
      where client = ${client} and account_number = ${accountNumber}`,
  )
}

export interface NewUser {
  userid: string
  client: string
  username: string
  passwordHash: string
  securityQuestionId: string
  securityAnswerHash: string
  accountNumber: string
  now: Date
}

/** Adds the user. Returns false if the username is taken or the person already has a user. */
export async function insertUser(tx: Queries, user: NewUser): Promise<boolean> {
  const added = await tx.rows(
    sql`insert into appauth.user_account (userid, client, username, password_hash,
        security_question_id, security_answer_hash, account_number, created_at)
      values (${user.userid}, ${user.client}, ${user.username}, ${user.passwordHash},
        ${user.securityQuestionId}, ${user.securityAnswerHash}, ${user.accountNumber}, ${user.now})
      on conflict do nothing returning 1`,
  )
  return added.length > 0
}

/** Deletes the credentials that a person must replace, with their sessions and devices. */
export async function deleteReactivated(
  tx: Queries,
  client: string,
  accountNumber: string,
): Promise<void> {
  await tx.rows(
    sql`with gone as (delete from appauth.user_account
        where client = ${client} and account_number = ${accountNumber} and reactivate
        returning userid)
      delete from appauth.device d using gone
        where d.client = ${client} and d.userid = gone.userid`,
  )
}

/** Stores the password. The row stays locked until the transaction ends. */
export async function writePassword(
  tx: Queries,
  { client, userid }: UserKey,
  passwordHash: string,
): Promise<void> {
  await tx.rows(
    sql`update appauth.user_account set password_hash = ${passwordHash}
      where client = ${client} and userid = ${userid}`,
  )
}

/**
 * False if the password has changed since `oldHash`. The row stays locked until the transaction
 * ends.
 */
export async function replacePassword(
  tx: Queries,
  { client, userid }: UserKey,
  oldHash: string,
  newHash: string,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update appauth.user_account set password_hash = ${newHash}
      where client = ${client} and userid = ${userid} and password_hash = ${oldHash} returning 1`,
  )
  return rows.length > 0
}

/** Does nothing if the answer has changed since `oldHash`. */
export async function replaceAnswer(
  queries: Queries,
  { client, userid }: UserKey,
  oldHash: string,
  newHash: string,
): Promise<void> {
  await queries.rows(
    sql`update appauth.user_account set security_answer_hash = ${newHash}
      where client = ${client} and userid = ${userid} and security_answer_hash = ${oldHash}`,
  )
}

export async function writeSecurityDetails(
  tx: Queries,
  { client, userid }: UserKey,
  questionId: string,
  answerHash: string,
): Promise<void> {
  await tx.rows(
    sql`update appauth.user_account
      set security_question_id = ${questionId}, security_answer_hash = ${answerHash}
      where client = ${client} and userid = ${userid}`,
  )
}
