import { installationTables } from "#database/installation-tables.expected.ts"
import type { Database, Transaction } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { keysWithoutClient } from "#database/table-keys.ts"

/** Enough partitions that the clients of the demo do not share one. */
const partitionCount = 4

/** A table, and the statements that restore everything else about it after it is replaced. */
interface Parts {
  name: string
  columns: string
  /** Statements for constraints, indexes and triggers, in this order. */
  statements: string[]
  /** The identity columns. */
  identities: string[]
}

/**
 * Rebuilds every table of a brand, with its rows, as `partition by hash (client)`. PostgreSQL then
 * refuses unique keys without `client`, and statements that rely on them.
 *
 * Only for PostgreSQL, on a database without other users.
 */
export async function partitionBrandTables(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const tables = await brandTables(tx)
    const views = await viewsInOrder(tx)
    const foreignKeys = await foreignKeysOf(tx, tables)
    for (const { name } of views.toReversed()) await tx.script(`drop view ${name}`)
    for (const { drop } of foreignKeys) await tx.script(drop)
    for (const table of tables) await partition(tx, await partsOf(tx, table))
    for (const { add } of foreignKeys) await tx.script(add)
    for (const { name, text } of views) await tx.script(`create view ${name} as ${text}`)
  })
}

/** The tables of the product that have rows of clients, by name. */
export async function brandTables(queries: Queries): Promise<string[]> {
  const all = (await keysWithoutClient(queries)).map(({ table }) => table)
  return all.filter((table) => !(table in installationTables) && !table.startsWith("testing."))
}

async function partition(tx: Transaction, parts: Parts): Promise<void> {
  const { name, columns, statements, identities } = parts
  const before = `${name.replace(/"$/, "")}_before${name.endsWith('"') ? '"' : ""}`
  const partOf = (index: number) =>
    `${name.replace(/"$/, "")}_part_${index}${name.endsWith('"') ? '"' : ""}`
  await tx.script(`alter table ${name} rename to ${before.split(".")[1]}`)
  await tx.script(`create table ${name} (like ${before} including defaults including constraints
    including generated including identity) partition by hash (client)`)
  for (let index = 0; index < partitionCount; index += 1) {
    await tx.script(`create table ${partOf(index)} partition of ${name}
      for values with (modulus ${partitionCount}, remainder ${index})`)
  }
  await tx.script(`insert into ${name} (${columns}) overriding system value
    select ${columns} from ${before}`)
  await tx.script(`drop table ${before}`)
  for (const statement of statements) await tx.script(statement)
  for (const column of identities) {
    await tx.script(`select setval(pg_get_serial_sequence('${name}', '${column}'),
      (select coalesce(max(${column}), 0) + 1 from ${name}), false)`)
  }
}

async function partsOf(tx: Queries, table: string): Promise<Parts> {
  const [parts] = await tx.rows<Parts>(
    sql`with t as (select c.oid, format('%I.%I', nspname, relname) as name from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where format('%s.%s', nspname, relname) = ${table})
      select name,
        (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
          where attrelid = oid and attnum > 0 and not attisdropped and attgenerated = '')
          as columns,
        array(select format('alter table %s add constraint %I %s', name, conname,
            pg_get_constraintdef(k.oid)) from pg_constraint k
          where conrelid = t.oid and contype in ('p', 'u') order by conname)
        || array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = t.oid
          and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid)
        || array(select pg_get_triggerdef(g.oid) from pg_trigger g
          where tgrelid = t.oid and not tgisinternal order by tgname) as statements,
        array(select attname::text from pg_attribute
          where attrelid = oid and attidentity <> '') as identities
      from t`,
  )
  if (!parts) throw new Error(`There is no table ${table}.`)
  return parts
}

/** Every view, after the views that it reads. */
async function viewsInOrder(tx: Queries): Promise<{ name: string; text: string }[]> {
  return await tx.rows(
    sql`with recursive reads as (
        select distinct r.ev_class as view, d.refobjid as read from pg_rewrite r
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
          and d.refobjid <> r.ev_class
        join pg_class c on c.oid = d.refobjid and c.relkind = 'v'),
      floors as (
        select oid as view, 0 as floor from pg_class where relkind = 'v' and oid >= 16384
        union all select reads.view, floor + 1 from floors join reads on reads.read = floors.view)
      select view::regclass::text as name, pg_get_viewdef(view) as text from floors
      group by view order by max(floor), view`,
  )
}

/** The foreign keys from or to one of the tables. */
async function foreignKeysOf(
  tx: Queries,
  tables: string[],
): Promise<{ drop: string; add: string }[]> {
  return await tx.rows(
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as "drop",
        format('alter table %s add constraint %I %s', conrelid::regclass, conname,
          pg_get_constraintdef(oid)) as "add"
      from pg_constraint where contype = 'f' and exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.oid in (conrelid, confrelid)
          and format('%s.%s', nspname, relname) = any(${tables}::text[]))
      order by conname`,
  )
}
