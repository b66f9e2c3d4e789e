import { oneRow, type Queries, sql } from "#database/sql.ts"

/** A new email address of an account whose code has not been entered yet. */
export interface NewEmailRow {
  id: string
  client: string
  accountNumber: string
  userid: string
  /** Address on file when the new one was requested. */
  fromAddress: string
  toAddress: string
}

/** Saves this address in place of any other waiting address of the account. */
export async function replaceNewEmail(
  queries: Queries,
  row: NewEmailRow & { now: Date; expiresAt: Date },
): Promise<void> {
  await queries.rows(
    sql`insert into myaccount_core.new_email (client, account_number, id, userid, from_address,
        to_address, asked_at, expires_at)
      values (${row.client}, ${row.accountNumber}, ${row.id}, ${row.userid}, ${row.fromAddress},
        ${row.toAddress}, ${row.now}, ${row.expiresAt})
      on conflict (client, account_number) do update set id = excluded.id,
        userid = excluded.userid, from_address = excluded.from_address,
        to_address = excluded.to_address, asked_at = excluded.asked_at,
        expires_at = excluded.expires_at`,
  )
}

export async function findNewEmail(
  queries: Queries,
  client: string,
  accountNumber: string,
  now: Date,
): Promise<NewEmailRow | undefined> {
  return await oneRow<NewEmailRow>(
    queries,
    sql`select id, client, account_number, userid,
        from_address, to_address
      from myaccount_core.new_email
      where client = ${client} and account_number = ${accountNumber} and expires_at > ${now}`,
  )
}

/** Prevents replacement until the transaction ends; false if it was already replaced. */
export async function lockNewEmail(
  tx: Queries,
  { client, accountNumber, id }: NewEmailRow,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`select 1 from myaccount_core.new_email
      where client = ${client} and account_number = ${accountNumber} and id = ${id} for update`,
  )
  return rows.length > 0
}

/** Returns the deleted row; undefined if no address was waiting. */
export async function deleteNewEmail(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<Pick<NewEmailRow, "toAddress"> | undefined> {
  return await oneRow(
    queries,
    sql`delete from myaccount_core.new_email
      where client = ${client} and account_number = ${accountNumber}
      returning to_address`,
  )
}

export async function deleteExpiredNewEmails(queries: Queries, now: Date): Promise<void> {
  await queries.rows(sql`delete from myaccount_core.new_email where expires_at <= ${now}`)
}
