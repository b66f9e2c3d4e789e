import { type Queries, sql } from "#database/sql.ts"
import type { Difference } from "../reconciliation/differences.store.ts"

/** Notes when the account system took the payment back. False if that was noted before. */
export async function markRevoked(
  tx: Queries,
  client: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.payment set revoked_at = ${at}
      where client = ${client} and id = ${id} and revoked_at is null
        and confirmation_number is not null and status not in ('returned', 'disputeLost')
      returning 1`,
  )
  return rows.length === 1
}

/** The payments that the account system took back, and whose money is still with us, as differences. */
export async function findKeptMoney(
  queries: Queries,
  client: string,
  paymentId?: string,
): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select 'posting' as kind,
        'payment ' || id || ' was taken back there, its money is still with us' as subject, client,
        id as payment_id, gateway_reference as reference,
        ((amount - refunded) * 100)::float8 as ours, 0 as theirs, revoked_at as at
      from myaccount_core.payment
      where client = ${client} and revoked_at is not null and amount > refunded
        and status not in ('returned', 'disputeLost')
        and (id = ${paymentId ?? null}::uuid or ${paymentId ?? null}::uuid is null)`,
  )
}
