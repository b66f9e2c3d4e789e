import type { Database, Transaction } from "#database/open.ts"
import { type Queries, type Statement, sql } from "#database/sql.ts"

/** Every row of a table as text, for comparison. */
export type TableRows = Map<string, string[]>

/**
 * Returns a function that reads every table of the product. Its statement is built once, from the
 * existing tables.
 */
export async function rowReader(queries: Queries): Promise<(tx: Queries) => Promise<TableRows>> {
  const tables = await queries.rows<{ name: string; leftOut: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name,
        array(select column_name::text from information_schema.columns c
          where (is_identity = 'YES' or column_name in ('body', 'stored_at', 'posting_stored_at')) and c.table_schema = t.table_schema and c.table_name = t.table_name)::text as left_out
      from information_schema.tables t
      join pg_class own on own.oid = format('%I.%I', table_schema, table_name)::regclass
        and not own.relispartition
      where table_type = 'BASE TABLE' and table_schema in
        ('appauth', 'appcontent', 'audit', 'mail', 'myaccount_core', 'policy_admin')
      order by 1`,
  )
  // Leaves out sequences, which keep their value after a rollback, file bodies, whose hash is
  // stored too, and times of the database's clock.
  const text = tables
    .map(
      ({ name, leftOut }) =>
        `select '${name}' as "table", (to_jsonb(t) - '${leftOut}'::text[])::text as row from ${name} t`,
    )
    .join(" union all ")
  return async (tx) => {
    const rows = await tx.rows<{ table: string; row: string }>({ name: "", text, values: [] })
    return Map.groupBy(rows, ({ table }) => table)
      .entries()
      .map(([table, found]) => [table, found.map(({ row }) => row).sort()] as const)
      .reduce((map, [table, found]) => map.set(table, found), new Map<string, string[]>())
  }
}

/**
 * Whether this transaction has written or locked anything. Only then does the engine give it an id.
 */
export async function hasWritten(tx: Queries): Promise<boolean> {
  const [row] = await tx.rows<{ written: boolean }>(
    sql`select pg_current_xact_id_if_assigned() is not null as written`,
  )
  return row?.written ?? true
}

/** Removes all data of a client. */
export async function removeClient(tx: Transaction, client: string): Promise<void> {
  const columns = await tx.rows<{ table: string; column: string }>(
    sql`select format('%I.%I', table_schema, table_name) as "table", column_name as "column"
      from information_schema.columns c
      join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and (column_name in ('client', 'client_group')
          or column_name = 'userid' and not exists (select from information_schema.columns o
            where o.table_schema = c.table_schema and o.table_name = c.table_name
              and o.column_name = 'client'))
        and table_schema in ('appauth', 'appcontent', 'audit', 'mail', 'myaccount_core', 'policy_admin')`,
  )
  // Turns off foreign keys and the triggers that protect the audit log.
  await tx.script("set local session_replication_role = replica")
  for (const { table, column } of columns) {
    const pattern = column === "userid" ? `%\\_${client}` : client
    await tx.rows({
      name: "",
      text: `delete from ${table} where ${column} like $1`,
      values: [pattern],
    })
  }
  await tx.script("set local session_replication_role = origin")
}

/** The definition of each view of the product, by name. */
export async function viewsOf(queries: Queries): Promise<{ name: string; text: string }[]> {
  return await queries.rows(
    sql`select format('%I.%I', schemaname, viewname) as name, definition as text from pg_views
      where schemaname in ('appauth', 'appcontent', 'audit', 'mail', 'myaccount_core', 'policy_admin')
      order by 1`,
  )
}

/** The rows of a client by table, except entries about people whom staff found by a search. */
export async function stateOfClient(
  queries: Queries,
  client: string,
): Promise<Map<string, string>> {
  states ??= await stateReader(queries)
  const rows = await queries.rows<{ name: string; state: string }>({ ...states, values: [client] })
  return new Map(rows.map(({ name, state }) => [name, state]))
}

/** A staff search adds an entry to the log of each client, and the key of the staff member. */
const exceptSearches: Partial<Record<string, string>> = {
  "audit.entry": "and action <> 'staff.search'",
  "audit.person_key": `and exists (select from audit.entry e where e.client = t.client
    and t.person in (e.person, e.actor) and e.action <> 'staff.search')`,
}

let states: Pick<Statement, "name" | "text"> | undefined

async function stateReader(queries: Queries): Promise<Pick<Statement, "name" | "text">> {
  const text = (await comparedTables(queries)).map((name) => {
    const but = exceptSearches[name] ?? ""
    return `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(
      t::text, ' ' order by t::text)), '') as state from ${name} t where client = $1 ${but}`
  })
  return { name: "state of a client", text: text.join(" union all ") }
}

async function comparedTables(queries: Queries): Promise<string[]> {
  const tables = await queries.rows<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      join pg_class own on own.oid = format('%I.%I', table_schema, table_name)::regclass
        and not own.relispartition
      where table_type = 'BASE TABLE' and column_name = 'client'
        and table_schema in ('appauth', 'audit', 'myaccount_core', 'policy_admin')
        and table_schema || '.' || table_name <> 'audit.chain'`,
  )
  return tables.map(({ name }) => name)
}

/**
 * Adds triggers that note each table in which a row of this client is written. Asking for the notes
 * costs a fiftieth of `stateOfClient`.
 */
export async function noteWritesTo(database: Database, client: string): Promise<void> {
  const noted = (await comparedTables(database)).flatMap((table) => [
    `create trigger note_written after insert or update on ${table} for each row
      when (new.client = '${client}') execute function testing.note_written()`,
    `create trigger note_removed after update or delete on ${table} for each row
      when (old.client = '${client}') execute function testing.note_written()`,
  ])
  const script = `create schema testing;
    create table testing.written ("table" text not null);
    create function testing.note_written() returns trigger language plpgsql as $$
    begin
      insert into testing.written values (tg_table_name);
      return null;
    end $$;
    ${noted.join(";\n")}`
  await database.transaction((tx) => tx.script(script))
}

/** Whether a trigger of `noteWritesTo` has noted anything. */
export async function hasNotedWrites(queries: Queries): Promise<boolean> {
  const [row] = await queries.rows<{ found: boolean }>(
    sql`select exists (select from testing.written) as found`,
  )
  return row?.found ?? true
}
