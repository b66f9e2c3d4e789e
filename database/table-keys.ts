import { type Queries, sql } from "./sql.ts"

/** A table with its keys that do not begin with `client`. */
export interface TableKeys {
  /** The table with its schema. */
  table: string
  hasClient: boolean
  /** Unique keys, primary keys and unique indexes. */
  unique: string[]
  /** Foreign keys, by the tables that they refer to. */
  foreign: string[]
}

/** Every table of the product, ordered by name. A partition counts as its table. */
export async function keysWithoutClient(queries: Queries): Promise<TableKeys[]> {
  return await queries.rows<TableKeys>(
    sql`with columns as (select attrelid, attnum, attname from pg_attribute where attnum > 0)
      select format('%s.%s', n.nspname, t.relname) as "table",
        exists (select from columns c where c.attrelid = t.oid and c.attname = 'client')
          as has_client,
        array(select x.indexrelid::regclass::text from pg_index x
          left join columns c on c.attrelid = t.oid and c.attnum = x.indkey[0]
          where x.indrelid = t.oid and x.indisunique and c.attname is distinct from 'client'
          order by 1) as "unique",
        array(select distinct format('%s.%s', fn.nspname, f.relname) from pg_constraint k
          join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
          join columns own on own.attrelid = t.oid and own.attnum = k.conkey[1]
          join columns their on their.attrelid = f.oid and their.attnum = k.confkey[1]
          where k.conrelid = t.oid and k.contype = 'f' and not f.relispartition
            and (own.attname <> 'client' or their.attname <> 'client')
          order by 1) as "foreign"
      from pg_class t join pg_namespace n on n.oid = t.relnamespace
      where t.relkind in ('r', 'p') and not t.relispartition
        and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      order by 1`,
  )
}
