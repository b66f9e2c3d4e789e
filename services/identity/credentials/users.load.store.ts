import { plainUsername } from "#contracts/identity/userid.ts"
import { type Queries, sql } from "#database/sql.ts"

export interface LoadedUser {
  userid: string
  client: string
  username: string
  passwordHash: string
  securityQuestionId: string | null
  securityAnswerHash: string | null
  accountNumber: string
  reactivate: boolean
}

export interface LoadedStaffMember {
  userid: string
  username: string
  firstName: string
  lastName: string
  email: string
  clients: string[] | null
  secondFactor: boolean
  /** Used for new accounts only. */
  mustChangePassword: boolean
}

/** Users of the client who already have one of these usernames or account numbers. */
export async function findTakenUsers(
  queries: Queries,
  client: string,
  users: Pick<LoadedUser, "username" | "accountNumber">[],
): Promise<{ username: string; accountNumber: string }[]> {
  return await queries.rows(
    sql`select username, account_number from appauth.user_account
      where client = ${client}
        and (appauth.plain_username(username)
            = any(${users.map(({ username }) => plainUsername(username))}::text[])
          or account_number = any(${users.map(({ accountNumber }) => accountNumber)}::text[]))`,
  )
}

/**
 * Adds users. Existing users stay unchanged, because they may have changed their password.
 * Returns the number of added users.
 */
export async function addUsers(tx: Queries, users: LoadedUser[], now: Date): Promise<number> {
  const added = await tx.rows(
    sql`insert into appauth.user_account (userid, client, username, password_hash,
        security_question_id, security_answer_hash, account_number, reactivate, created_at)
      select r.*, ${now}::timestamptz from json_to_recordset(${JSON.stringify(users)}::json)
        as r(userid text, client text, username text, "passwordHash" text,
          "securityQuestionId" text, "securityAnswerHash" text, "accountNumber" text,
          reactivate boolean)
      on conflict do nothing
      returning userid`,
  )
  return added.length
}

/** The userids of all staff. */
export async function findStaffMembers(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ userid: string }>(sql`select userid from appauth.agent`)
  return rows.map(({ userid }) => userid)
}

/** The staff accounts that a load changed. */
export interface StaffReplaced {
  added: string[]
  changed: string[]
  removed: string[]
}

/**
 * Makes this list all the staff from folders. A staff member who is no longer listed loses their
 * account and sessions. Accounts that were added or changed on the command line stay unchanged.
 */
export async function replaceStaff(
  tx: Queries,
  staffList: LoadedStaffMember[],
  passwordHashes: { userid: string; passwordHash: string }[],
  now: Date,
): Promise<StaffReplaced> {
  const listed = JSON.stringify(staffList)
  const removed = await tx.rows<Userid>(
    sql`delete from appauth.agent
      where from_folder and userid <> all(${staffList.map(({ userid }) => userid)}::text[]) returning userid`,
  )
  const changed = await tx.rows<Userid>(
    sql`update appauth.agent a set username = r.username, first_name = r."firstName",
        last_name = r."lastName", email = r.email, clients = r.clients,
        roles = r.roles, needs_second_factor = r."secondFactor"
      from json_to_recordset(${listed}::json) as r(userid text, username text, "firstName" text,
        "lastName" text, email text, clients text[], roles text[], "secondFactor" boolean)
      where a.userid = r.userid and from_folder
        and (a.username, a.first_name, a.last_name, a.email, a.clients, a.roles,
          a.needs_second_factor)
        is distinct from (r.username, r."firstName", r."lastName", r.email, r.clients, r.roles,
          r."secondFactor")
      returning a.userid`,
  )
  const added = await tx.rows<Userid>(
    sql`insert into appauth.agent (userid, username, password_hash, first_name, last_name, email,
        clients, roles, needs_second_factor, must_change_password, created_at)
      select r.userid, r.username, h."passwordHash", r."firstName", r."lastName", r.email,
        r.clients, r.roles, r."secondFactor", r."mustChangePassword", ${now}::timestamptz
      from json_to_recordset(${listed}::json) as r(userid text, username text, "firstName" text,
        "lastName" text, email text, clients text[], roles text[], "secondFactor" boolean,
        "mustChangePassword" boolean)
      join json_to_recordset(${JSON.stringify(passwordHashes)}::json)
        as h(userid text, "passwordHash" text) using (userid)
      on conflict (userid) do nothing
      returning userid`,
  )
  const useridsOf = (rows: Userid[]) => rows.map(({ userid }) => userid)
  return { added: useridsOf(added), changed: useridsOf(changed), removed: useridsOf(removed) }
}

interface Userid {
  userid: string
}
