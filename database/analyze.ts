import { type Queries, sql } from "./sql.ts"

/**
 * Analyzes all tables with rows, so that statements are not planned for empty tables: PostgreSQL
 * itself does so only a minute later, and PGlite never does. Tables of another role are left out.
 * Runs one statement for each table, so that none of them takes long.
 */
export async function analyze(queries: Queries): Promise<void> {
  const tables = await queries.rows<{ quoted: string }>(
    sql`select format('%I.%I', n.nspname, c.relname) as quoted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'p' and pg_relation_size(c.oid) > 0
        and pg_has_role(c.relowner, 'usage')
        and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      order by 1`,
  )
  for (const { quoted } of tables) {
    await queries.rows({ name: "", text: `analyze ${quoted}`, values: [] })
  }
}
