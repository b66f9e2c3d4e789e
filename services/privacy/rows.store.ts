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

/** Which rows a move of an account changes: those of one product, or null for all of the account. */
interface Moved {
  table: PersonTable
  policyNumber: string | null
}

/** How many rows a move of the account changes in this table. */
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

/** Gives the rows of an account, or of one of its products, another account number, or deletes them. */
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

/** The rows of the product `p.product`, or all of the account if that is null. */
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
