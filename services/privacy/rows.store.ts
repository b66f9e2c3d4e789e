import type { Queries } from "#database/sql.ts"
import type { PersonTable } from "./data-map/table-data.ts"
import type { DataSubject } from "./people.ts"

/** A row as JSON, by column. */
export type JsonRow = Record<string, unknown>

/**
 * Runs a statement that is generated from the data map, which is a constant list. Nowhere else is
 * the text of a statement generated. Each is planned when it runs.
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

/** Schema and table, quoted, because one table is called authorization. */
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

/**
 * The rows that a move of an account changes: those of one product, or with null all of the
 * account.
 */
interface Moved {
  table: PersonTable
  policyNumber: string | null
}

/** The number of rows in this table that a move of the account changes. */
export async function countMovedRows(
  queries: Queries,
  { table, policyNumber }: Moved,
  subject: Pick<DataSubject, "client" | "account">,
): Promise<number> {
  const [found] = await runMove<{ count: number }>(
    queries,
    `select count(*)::int as count from ${quoted(table)} t, p where ${movedRows(table)}`,
    subject,
    [policyNumber],
  )
  return found?.count ?? 0
}

/**
 * Changes the account number in the rows of an account or of one of its products, or deletes them.
 */
export async function moveRowsOf(
  tx: Queries,
  { table, policyNumber }: Moved,
  subject: Pick<DataSubject, "client" | "account">,
  to: string,
): Promise<void> {
  const rows = movedRows(table)
  const remove = `delete from ${quoted(table)} t using p where ${rows}`
  if (table.move === "ends") {
    await runMove(tx, remove, subject, [policyNumber])
    return
  }
  const isFree =
    table.move === "account, if free"
      ? ` and not exists (select from ${quoted(table)} o
          where o.client = p.client and o.account_number = $4)`
      : ""
  const move = `update ${quoted(table)} t set account_number = $4 from p where ${rows}${isFree}`
  await runMove(tx, move, subject, [policyNumber, to])
  if (isFree !== "") await runMove(tx, remove, subject, [policyNumber])
}

/** The parameters of a move: the client, the account, the product or null, and the other number. */
async function runMove<Row extends object>(
  queries: Queries,
  text: string,
  { client, account }: Pick<DataSubject, "client" | "account">,
  rest: (string | null)[],
): Promise<Row[]> {
  return await queries.rows<Row>({
    name: "",
    text: `with p as (select $1::text as client, $2::text as account, $3::text as product) ${text}`,
    values: [client, account, ...rest],
  })
}

/** The rows of the product `p.product`, or all rows of the account if that is null. */
function movedRows({ name, move }: PersonTable): string {
  const ofAll = "t.client = p.client and t.account_number = p.account"
  if (move !== "product") return `${ofAll} and p.product is null`
  const ofProduct =
    name === "myaccount_core.refund"
      ? `t.payment_id in (select y.id from myaccount_core.payment y
          where y.client = p.client and y.policy_number = p.product)`
      : "t.policy_number = p.product"
  return `${ofAll} and (p.product is null or ${ofProduct})`
}

/** Applies an erasure to the person's rows in this table. */
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
