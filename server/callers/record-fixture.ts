import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import type { TrailEntry } from "#testing/audit-trail.ts"

/** Where the record of each client stands. */
export type Ends = Map<string, number>

export async function endsOf(database: Database): Promise<Ends> {
  const rows = await database.rows<{ client: string; number: number }>(
    sql`select client, number::integer as number from audit.chain`,
  )
  return new Map(rows.map(({ client, number }) => [client, number]))
}

/** What was put on record since; without what the record says of itself. */
export async function entriesSince(database: Database, ends: Ends): Promise<TrailEntry[]> {
  const rows = await database.rows<{ client: string; number: number; content: string }>(
    sql`select client, number::integer as number, content from audit.entry
      where action not like 'record.b%' order by client, number`,
  )
  const since = rows.filter(({ client, number }) => number > (ends.get(client) ?? 0))
  return since.map(({ content }) => JSON.parse(content) as TrailEntry)
}

/**
 * Names how everything stands that calls change: the rows of every table of ours. Every call touches
 * sessions and counts of tries, and mails are sent when they are sent.
 */
export async function stateOf(database: Database): Promise<string> {
  const tables = await database.rows<{ content: string }>(
    sql`select query_to_xml(format(
          'select md5(string_agg(t::text, '' '' order by t::text)) from %I.%I t',
          table_schema, table_name), true, false, '')::text as content
      from information_schema.tables
      where table_schema in ('appauth', 'myaccount_core', 'policy_admin')
        and table_name not in ('session', 'budget')
      order by table_schema, table_name`,
  )
  return tables.map(({ content }) => content).join()
}
