import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { NamedMethod } from "#services/payments/methods/payment-methods.store.ts"

/** How many records of the same import were written before it was interrupted. */
export async function findProgress(
  queries: Queries,
  client: string,
  fingerprint: string,
): Promise<number> {
  const row = await oneRow<{ records: number }>(
    queries,
    sql`select records::float8 as records from policy_admin.import_progress
      where client = ${client} and fingerprint = ${fingerprint}`,
  )
  return row?.records ?? 0
}

export async function noteProgress(
  tx: Queries,
  client: string,
  fingerprint: string,
  records: number,
): Promise<void> {
  await tx.rows(
    sql`insert into policy_admin.import_progress (client, fingerprint, records)
      values (${client}, ${fingerprint}, ${records})
      on conflict (client) do update
        set fingerprint = excluded.fingerprint, records = excluded.records`,
  )
}

export async function forgetProgress(queries: Queries, client: string): Promise<void> {
  await queries.rows(sql`delete from policy_admin.import_progress where client = ${client}`)
}

/** Payment methods of the client with the parts of their names, by record id. */
export async function findMethodNames(
  queries: Queries,
  client: string,
  recordIds: readonly string[],
) {
  return await queries.rows<NamedMethod & { recordId: string; accountNumber: string }>(
    sql`select record_id, account_number, kind, card_type, bank_type, last_four
      from myaccount_core.payment_method
      where client = ${client} and record_id = any(${recordIds}::text[])`,
  )
}
