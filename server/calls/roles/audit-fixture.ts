import type { Database } from "#database/open.ts"
import { type Statement, sql } from "#database/sql.ts"
import { chainRoom } from "#services/audit/audit-chains.ts"
import type { RecordedEntry } from "#services/audit/audit-content.ts"
import { openedEntries } from "#testing/audit-trail.ts"

/** The end of each chain of each client's audit log. */
export type Ends = { client: string; strand: number; number: number }[]

export async function endsOf(database: Database): Promise<Ends> {
  return await database.rows(sql`select client, strand, number::float8 as number from audit.chain`)
}

/** Refusals of calls are recorded separately: services/audit/refused-calls.db.test.ts. */
export const ofRefusedCalls = [
  "call.refused",
  "password.change.failed",
  "ticket.failed",
  "limit.reached",
]

/** Audit actions of the software, which can also occur within a person's call. */
export const ofItself: readonly string[] = ["payment.accept", "payment.refund"]

/**
 * The audit entries since then, without refusals and without the first entry of a client's audit
 * log.
 */
export async function entriesSince(database: Database, ends: Ends): Promise<RecordedEntry[]> {
  const rows = await database.rows<{ client: string; number: number; content: string }>(
    sql`select e.client, e.number::float8 as number, content from audit.entry e
      left join json_to_recordset(${JSON.stringify(ends)}::json)
        as known (client text, strand integer, number bigint)
        on known.client = e.client and known.strand = (e.number - 1) / ${chainRoom}::bigint + 1
      where e.number > coalesce(known.number, 0) and action <> 'record.begin'
        and action <> all(${ofRefusedCalls}::text[])
      order by e.client, e.xmin::text::bigint, e.cmin::text::bigint`,
  )
  const opened: RecordedEntry[] = []
  for (const [client, own] of Map.groupBy(rows, ({ client }) => client)) {
    opened.push(...(await openedEntries(database, client, own)))
  }
  return opened
}

/**
 * A fingerprint of the data that calls change: the row count of each of our tables, and the last
 * transaction that wrote to it. Left out are sessions and counts of tries, which every call writes,
 * and emails, which are sent at any time.
 */
export async function stateOf(database: Database): Promise<TableState[]> {
  statement ??= await readerOf(database)
  return await database.rows<TableState>(statement)
}

interface TableState {
  name: string
  count: string
  max: string | null
}

let statement: Statement | undefined

async function readerOf(database: Database): Promise<Statement> {
  const tables = await database.rows<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      join pg_class own on own.oid = format('%I.%I', table_schema, table_name)::regclass
        and not own.relispartition
      where table_type = 'BASE TABLE'
        and table_schema in ('appauth', 'myaccount_core', 'policy_admin')
        and table_name not in ('session', 'budget')
      order by 1`,
  )
  const counts = tables.map(({ name }) => {
    return `select '${name}' as name, count(*), max(xmin::text::bigint) from ${name}`
  })
  // Without an order, parallel workers return the rows in any order.
  return { name: "state", text: `${counts.join(" union all ")} order by name`, values: [] }
}
