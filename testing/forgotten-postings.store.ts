import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"

/** Deletes these payments from the embedded account system, as if its backup was restored. */
export async function forgetPostings(
  database: Pick<Database, "transaction">,
  client: string,
  paymentIds: readonly string[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows(sql`alter table policy_admin.entry disable trigger user`)
    await tx.rows(
      sql`delete from policy_admin.entry
        where client = ${client} and lot = any(${paymentIds}::text[])`,
    )
    await tx.rows(sql`alter table policy_admin.entry enable trigger user`)
    await tx.rows(
      sql`delete from policy_admin.payment
        where client = ${client} and payment_id = any(${paymentIds}::uuid[])`,
    )
  })
}

/** Deletes all payments of the client from the embedded account system. */
export async function forgetAllPostings(database: Database, client: string): Promise<void> {
  const payments = await database.rows<{ id: string }>(
    sql`select id from myaccount_core.payment where client = ${client}`,
  )
  await forgetPostings(
    database,
    client,
    payments.map(({ id }) => id),
  )
}

/** Undoes the return of a payment, so that the payment settles its bills again. */
export async function undoReturn(
  database: Pick<Database, "transaction">,
  client: string,
  paymentId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows(sql`alter table policy_admin.entry disable trigger user`)
    await tx.rows(
      sql`delete from policy_admin.entry
        where client = ${client} and lot = ${paymentId} and kind = 'return'`,
    )
    await tx.rows(sql`alter table policy_admin.entry enable trigger user`)
    await tx.rows(
      sql`delete from policy_admin.reversal
        where client = ${client} and payment_id = ${paymentId} and kind = 'return'`,
    )
  })
}
