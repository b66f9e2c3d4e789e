import { inTurn } from "./migrating/migrate.ts"
import type { Database } from "./open.ts"
import { oneRow, type Queries, sql } from "./sql.ts"

/** The role of this connection. */
export async function roleOf(queries: Queries): Promise<string> {
  const row = await oneRow<{ role: string }>(queries, sql`select current_user::text as role`)
  if (!row) throw new Error("The database does not name its role.")
  return row.role
}

/** Whether this role owns any of our tables, and so could alter them and their triggers. */
export async function ownsTables(queries: Queries, role: string): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and pg_get_userbyid(c.relowner) = ${role}
        and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' limit 1`,
  )
  return rows.length > 0
}

/**
 * Whether this connection may delete the keys of people in the audit log; false for the serving
 * role.
 */
export async function mayDeletePersonKeys(queries: Queries): Promise<boolean> {
  const row = await oneRow<{ may: boolean }>(
    queries,
    sql`select has_table_privilege('audit.person_key', 'delete') as may`,
  )
  return row?.may === true
}

/**
 * Refuses `role` as serving role if it could alter the tables regardless of its grants.
 *
 * Errors: an `Error` with one line for the operator.
 */
export async function refuseOwner(database: Queries, role: string): Promise<void> {
  const owner = await roleOf(database)
  if (owner === role) {
    throw new Error("DATABASE_URL and MIGRATE_DATABASE_URL name one role; they need two.")
  }
  const found = await oneRow<{ isSuper: boolean; isOwner: boolean }>(
    database,
    sql`select rolsuper as is_super, pg_has_role(rolname, ${owner}, 'member') as is_owner
      from pg_roles where rolname = ${role}`,
  )
  if (!found) throw new Error(`There is no role ${role}.`)
  if (found.isSuper || found.isOwner || (await ownsTables(database, role))) {
    throw new Error(
      `The role ${role} of DATABASE_URL owns tables, or may act as their owner: it could alter them. Let a superuser run: reassign owned by "${role}" to "${owner}".`,
    )
  }
}

/** Tables, views and sequences of ours that `role` may not read, such as `appauth.session`. */
export async function unreadableFor(queries: Queries, role: string): Promise<string[]> {
  const found = await queries.rows<{ name: string }>(
    sql`select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'S')
        and c.relowner = (select relowner from pg_class where oid = 'audit.entry'::regclass)
        and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        and not case c.relkind
          when 'S' then has_sequence_privilege(${role}, c.oid, 'usage')
          else has_schema_privilege(${role}, n.oid, 'usage')
            and has_table_privilege(${role}, c.oid, 'select') end
      order by 1`,
  )
  return found.map(({ name }) => name)
}

/**
 * Grants `role` the permissions for serving on the tables and views that the role of `database`
 * owns: reading and writing rows, and adding to the audit log. It can neither alter a table or
 * trigger nor change or delete audit entries.
 */
export async function grantServing(database: Database, role: string): Promise<void> {
  const owner = await roleOf(database)
  const quoted = await oneRow<{ name: string }>(database, sql`select quote_ident(${role}) as name`)
  const name = quoted?.name ?? ""
  // Limited to objects that the owner created: other tables in the same database are not ours to
  // grant, and neither are the system's, which belong to a superuser.
  const tables = await database.rows<{ schema: string; table: string; isAudit: boolean }>(
    sql`select quote_ident(schemaname) as schema, format('%I.%I', schemaname, tablename) as "table",
        schemaname = 'audit' as is_audit
      from pg_tables where tableowner = ${owner}
        and schemaname not in ('pg_catalog', 'information_schema') order by 2`,
  )
  const views = await database.rows<{ view: string }>(
    sql`select format('%I.%I', schemaname, viewname) as "view" from pg_views
      where viewowner = ${owner}
        and schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const sequences = await database.rows<{ sequence: string }>(
    sql`select format('%I.%I', schemaname, sequencename) as "sequence"
      from pg_sequences where sequenceowner = ${owner} order by 1`,
  )
  const schemas = [...new Set(tables.map(({ schema }) => schema))]
  const statements = [
    "set local lock_timeout = 0",
    ...schemas.map((schema) => `grant usage on schema ${schema} to ${name}`),
    ...tables.flatMap(({ table, isAudit }) => [
      `revoke all on ${table} from ${name}`,
      `grant select, insert${isAudit ? "" : ", update, delete"} on ${table} to ${name}`,
    ]),
    ...views.map(({ view }) => `grant select on ${view} to ${name}`),
    ...sequences.map(({ sequence }) => `grant usage on sequence ${sequence} to ${name}`),
  ]
  // Every entry updates the end of its chain.
  statements.push(`grant update on audit.chain to ${name}`)
  // Before PostgreSQL 15, every role may create tables in it.
  statements.push("revoke create on schema public from public")
  // Two processes that grant at the same time would change the same rows of the catalog.
  await inTurn(database, (tx) => tx.script(statements.join(";\n")))
}
