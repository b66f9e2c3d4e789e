import { oneRow, type Queries, sql } from "#database/sql.ts"

export interface UserRow {
  userid: string
  client: string
  username: string
  passwordHash: string
  accountNumber: string
}

export async function findUser(
  queries: Queries,
  client: string,
  username: string,
): Promise<UserRow | undefined> {
  return await oneRow<UserRow>(
    queries,
    sql`select userid, client, username, password_hash as "passwordHash",
      account_number as "accountNumber"
    from appauth.user_account where client = ${client} and lower(username) = lower(${username})`,
  )
}

export interface AgentRow {
  userid: string
  passwordHash: string
  firstName: string
  lastName: string
}

export async function findAgent(queries: Queries, username: string): Promise<AgentRow | undefined> {
  return await oneRow<AgentRow>(
    queries,
    sql`select userid, password_hash as "passwordHash", first_name as "firstName",
      last_name as "lastName"
    from appauth.agent where lower(username) = lower(${username})`,
  )
}
