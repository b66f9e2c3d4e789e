import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"

interface Column {
  tableName: string
  columnName: string
  type: string
  /** Whether its value identifies the row, or the row of another table that it belongs to. */
  isKey: boolean
}

/** Key columns with few values, or with values that the rows of a brand share. */
const kept = [
  "client",
  "gateway",
  "host",
  "code",
  "frequency_code",
  "kind",
  "status",
  "state",
  "origin",
  "purpose",
  "action",
]

/**
 * Copies the rows of all tables that grow with the people of a brand, so that each nonempty one has
 * at least `rows` rows. Copied rows refer to each other like the originals: the same keys change in
 * the same way. Returns the names of the tables with that many rows.
 */
export async function addManyRows(database: Database, rows: number): Promise<Set<string>> {
  const columns = await columnsOf(database)
  await database.transaction(async (tx) => {
    // Otherwise triggers refuse to change the audit log, and each copy is checked against others.
    await tx.script("set local session_replication_role = replica")
    for (const [table, own] of Map.groupBy(columns, ({ tableName }) => tableName)) {
      const [{ count } = { count: 0 }] = await tx.rows<{ count: number }>({
        ...{ name: "", values: [], text: `select count(*)::int as count from ${table}` },
      })
      if (count === 0) continue
      const names = own.map(({ columnName }) => `"${columnName}"`).join(", ")
      await tx.script(
        `insert into ${table} (${names}) select ${own.map((one) => copied(one, own)).join(", ")}
          from ${table}, generate_series(1, ${Math.ceil(rows / count)}) n on conflict do nothing`,
      )
    }
  })
  await database.rows(sql`vacuum analyze`)
  const large = await database.rows<{ tableName: string }>(
    sql`select oid::regclass::text as table_name from pg_class
      where relkind = 'r' and reltuples >= ${rows}`,
  )
  return new Set(large.map(({ tableName }) => tableName))
}

function copied({ columnName, type, isKey }: Column, own: readonly Column[]): string {
  const column = `"${columnName}"`
  // The content of an audit log entry contains its account.
  if (columnName === "content" && type === "text")
    return `regexp_replace(${column}, '("account": ?")', '\\1' || n)`
  if (!isKey) return column
  const isNumbered = !own.some((one) => one.isKey && /^(uuid|bytea|text)$/.test(one.type))
  if (isNumbered && /int/.test(type)) return `${column} + n * 10000`
  if (type === "uuid") return `md5(${column}::text || n)::uuid`
  // A stored hash begins with bytes that identify its key.
  if (type === "bytea") {
    const hash = `sha256(${column} || n::text::bytea)`
    return `substr(${column}, 1, 4) || substr(${hash}, 1, length(${column}) - 4)`
  }
  return type === "text" ? `${column} || '-' || n` : column
}

/** The writable columns of all tables except those of the brands and of the installation. */
async function columnsOf(database: Database): Promise<Column[]> {
  return await database.rows<Column>(
    sql`with named as (
        select distinct a.attname from pg_index i
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          where i.indisunique
        union
        select a.attname from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
          where c.contype = 'f'
        union select 'username')
      select c.oid::regclass::text as table_name, a.attname as column_name,
        format_type(a.atttypid, null) as type,
        a.atttypid = 'uuid'::regtype or (a.attname in (table named)
          and a.attname <> all(${kept}::text[])) as is_key
      from pg_class c join pg_namespace s on s.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and a.attgenerated = '' and a.attidentity = ''
        and s.nspname in ('policy_admin', 'myaccount_core', 'appauth', 'audit', 'mail')
      order by c.oid::regclass::text, a.attnum`,
  )
}
