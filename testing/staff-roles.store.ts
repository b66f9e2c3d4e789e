import { type StaffRole, staffRoles } from "#contracts/staff/staff-roles.ts"
import { type Queries, sql } from "#database/sql.ts"

/** Gives this staff account exactly these roles; all roles by default. */
export async function giveRoles(
  database: Queries,
  userid: string,
  roles: readonly StaffRole[] = staffRoles,
): Promise<void> {
  await database.rows(
    sql`update appauth.agent set roles = ${[...roles]}::text[] where userid = ${userid}`,
  )
}

/** Lets this staff account serve exactly these clients. */
export async function giveClients(
  database: Queries,
  userid: string,
  clients: readonly string[],
): Promise<void> {
  await database.rows(
    sql`update appauth.agent set clients = ${[...clients]}::text[] where userid = ${userid}`,
  )
}
