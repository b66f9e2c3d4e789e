import { type Queries, sql } from "#database/sql.ts"
import { insertBills, insertEntries } from "./books.store.ts"

/** Account number and content hash of every person of the client. */
export async function findPeopleHashes(tx: Queries, client: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ accountNumber: string; recordHash: string }>(
    sql`select account_number, record_hash
      from policy_admin.person where client = ${client}`,
  )
  return new Map(rows.map(({ accountNumber, recordHash }) => [accountNumber, recordHash]))
}

/** Deletes people with all their data. */
export async function deletePeople(tx: Queries, client: string, accountNumbers: string[]) {
  await tx.rows(
    sql`delete from policy_admin.person using unnest(${accountNumbers}::text[]) as gone(number)
      where client = ${client} and account_number = gone.number`,
  )
}

/** The rows of each table, with its columns in camel case. */
export interface PeopleRows {
  person: object[]
  policy: object[]
  billing: object[]
  frequency: object[]
  rider: object[]
  additionalInsured: object[]
  document: object[]
  bills: Parameters<typeof insertBills>[1]
  entries: Parameters<typeof insertEntries>[1]
}

/** Writes many people at once: one statement per table for any number of rows. */
export async function insertPeople(tx: Queries, rows: PeopleRows) {
  await tx.rows(sql`insert into policy_admin.person select * from
    json_populate_recordset(null::policy_admin.person, ${asColumns(rows.person)}::json)`)
  await tx.rows(sql`insert into policy_admin.policy select * from
    json_populate_recordset(null::policy_admin.policy, ${asColumns(rows.policy)}::json)`)
  await tx.rows(sql`insert into policy_admin.billing select * from
    json_populate_recordset(null::policy_admin.billing, ${asColumns(rows.billing)}::json)`)
  await tx.rows(sql`insert into policy_admin.frequency select * from
    json_populate_recordset(null::policy_admin.frequency, ${asColumns(rows.frequency)}::json)`)
  await tx.rows(sql`insert into policy_admin.rider select * from
    json_populate_recordset(null::policy_admin.rider, ${asColumns(rows.rider)}::json)`)
  await tx.rows(sql`insert into policy_admin.additional_insured select * from
    json_populate_recordset(null::policy_admin.additional_insured,
      ${asColumns(rows.additionalInsured)}::json)`)
  await tx.rows(sql`insert into policy_admin.document select * from
    json_populate_recordset(null::policy_admin.document, ${asColumns(rows.document)}::json)`)
  await insertBills(tx, rows.bills)
  await insertEntries(tx, rows.entries)
}

const columns = new Map<string, string>()

function columnOf(field: string): string {
  let column = columns.get(field)
  if (column === undefined) {
    column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    columns.set(field, column)
  }
  return column
}

function asColumns(rows: object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value])),
    ),
  )
}
