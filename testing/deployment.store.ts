import type { Database } from "#database/open.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"

export async function giveHost(queries: Queries, client: string, host: string): Promise<void> {
  await queries.rows(sql`update appcontent.site set host = ${host} where client = ${client}`)
}

export async function giveTimeZone(queries: Queries, client: string, zone: string): Promise<void> {
  await queries.rows(sql`update appcontent.client set time_zone = ${zone} where client = ${client}`)
}

/** Gives this name to one of the client's users. */
export async function giveUsername(queries: Queries, client: string, name: string): Promise<void> {
  await queries.rows(
    sql`update appauth.user_account set username = ${name}
      where userid = (select min(userid) from appauth.user_account where client = ${client})`,
  )
}

/** Deletes the record that the newest migration ran. Returns its name. */
export async function forgetMigration(queries: Queries): Promise<string> {
  const row = await oneRow<{ name: string }>(
    queries,
    sql`delete from public.migration
      where name = (select max(name) from public.migration) returning name`,
  )
  return row?.name ?? ""
}

/** Creates a role that can sign in and has no permissions. */
export async function addRoleWithoutRights(database: Database): Promise<void> {
  await database.transaction((tx) => tx.script("create role check_no_rights login"))
}

export async function dropRoleWithoutRights(database: Database): Promise<void> {
  await database.transaction((tx) => tx.script("drop role check_no_rights"))
}
