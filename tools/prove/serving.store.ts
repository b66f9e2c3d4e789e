import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"

/** Makes the role that serves, which owns nothing, if the PostgreSQL does not have it yet. */
export async function addServingRole(owner: Database, role: string): Promise<void> {
  const found = await owner.rows(sql`select from pg_roles where rolname = ${role}`)
  if (found.length === 0) await owner.transaction((tx) => tx.script(`create role ${role} login`))
}
