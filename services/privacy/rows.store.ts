import type { Queries } from "#database/sql.ts"
import type { PersonTable } from "./data-map/table-data.ts"
import type { DataSubject } from "./people.ts"

/** A row by its columns, as JSON. */
export type JsonRow = Record<string, unknown>

/**
 * These statements are made from the data map, a constant list: the one place where the text of a statement is
 * calculated. Each is planned when it runs.
 */
async function run<Row extends object>(
  queries: Queries,
  text: string,
  { client, account, userids, policies, names }: DataSubject,
): Promise<Row[]> {
  const person = `with p as (select $1::text as client, $2::text as account, $3::text[] as userids,
    $4::text[] as policies, $5::text[] as names)`
  return await queries.rows<Row>({
    name: "",
    text: `${person} ${text}`,
    values: [client, account, userids, policies, names],
  })
}

/** Schema and name, quoted: one table is called authorization. */
function quoted({ name }: Pick<PersonTable, "name">): string {
  const [schema, table] = name.split(".")
  return `"${schema}"."${table}"`
}

/** The rows of the person in this table. */
export async function findRowsOf(
  queries: Queries,
  table: PersonTable,
  subject: DataSubject,
): Promise<JsonRow[]> {
  const found = await run<{ row: JsonRow }>(
    queries,
    `select to_jsonb(t) as row from ${quoted(table)} t, p where ${table.rows}
      order by to_jsonb(t)::text`,
    subject,
  )
  return found.map(({ row }) => row)
}

export async function countRowsOf(
  queries: Queries,
  table: PersonTable,
  subject: DataSubject,
): Promise<number> {
  const [found] = await run<{ count: number }>(
    queries,
    `select count(*)::int as count from ${quoted(table)} t, p where ${table.rows}`,
    subject,
  )
  return found?.count ?? 0
}

/** Does to the rows of the person what an erasure does to this table. */
export async function eraseRowsOf(
  tx: Queries,
  table: PersonTable,
  subject: DataSubject,
): Promise<void> {
  const { erasure, rows } = table
  if (erasure.does === "delete") {
    await run(tx, `delete from ${quoted(table)} t using p where ${rows}`, subject)
  }
  if (erasure.does === "empty") {
    const empty = erasure.columns.map((column) => `"${column}" = ''`).join(", ")
    await run(tx, `update ${quoted(table)} t set ${empty} from p where ${rows}`, subject)
  }
}
