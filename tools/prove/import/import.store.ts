import type { Database } from "#database/open.ts"
import { oneRow, sql } from "#database/sql.ts"

export async function countPeople(database: Database, client: string): Promise<number> {
  const row = await oneRow<{ people: number }>(
    database,
    sql`select count(*)::float8 as people from policy_admin.person where client = ${client}`,
  )
  return row?.people ?? 0
}

export async function removePeople(database: Database, client: string): Promise<void> {
  await database.rows(sql`delete from policy_admin.person where client = ${client}`)
}

/**
 * Copies all people to a file, and from it into an empty table with the same indexes. Returns the seconds of the second
 * COPY. The server reads and writes the file.
 */
export async function copyPeople(database: Database, file: string): Promise<number> {
  return await database.transaction(async (tx) => {
    await tx.script(`copy policy_admin.person to '${file}';
      create table policy_admin.copied (like policy_admin.person including all)`)
    const start = performance.now()
    await tx.script(`copy policy_admin.copied from '${file}'`)
    return (performance.now() - start) / 1_000
  })
}
