import { type Queries, sql } from "#database/sql.ts"
import type { Difference } from "../differences/differences.store.ts"
import type { Payment } from "../paying/payments.store.ts"

/** Records when the account system reversed the payment. False if that was recorded before. */
export async function markRevoked(
  tx: Queries,
  client: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.payment set revoked_at = ${at}
      where client = ${client} and id = ${id} and revoked_at is null
        and (reposted_at is null or reposted_at < ${at})
        and confirmation_number is not null and status not in ('returned', 'disputeLost')
      returning 1`,
  )
  return rows.length === 1
}

/**
 * Records that the account system posted the payment again after reversing it at `revokedAt`, and
 * ends the difference about its money. False if that was recorded before.
 */
export async function markReposted(
  tx: Queries,
  { client, id, revokedAt }: Pick<Payment, "client" | "id" | "revokedAt">,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`with reposted as (
      update myaccount_core.payment set revoked_at = null, reposted_at = ${at}
        where client = ${client} and id = ${id} and revoked_at = ${revokedAt} returning client, id),
    settled as (
      update myaccount_core.payment_difference d set resolved_at = ${at} from reposted p
        where d.client = p.client and d.payment_id = p.id and d.kind = 'posting'
          and d.subject = 'payment ' || p.id || ${keptMoney} and d.resolved_at is null)
    select 1 from reposted`,
  )
  return rows.length === 1
}

/** How the subject of such a difference ends. */
const keptMoney = " was taken back there, its money is still with us"

/**
 * The payments that the account system reversed, and whose money is still with us, as differences.
 */
export async function findHeldMoney(
  queries: Queries,
  client: string,
  paymentId?: string,
): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select 'posting' as kind,
        'payment ' || id || ${keptMoney} as subject, client,
        id as payment_id, gateway_reference as reference,
        ((amount - refunded) * 100)::float8 as ours, 0 as theirs, revoked_at as at
      from myaccount_core.payment
      where client = ${client} and revoked_at is not null and amount > refunded
        and status not in ('returned', 'disputeLost')
        and (id = ${paymentId ?? null}::uuid or ${paymentId ?? null}::uuid is null)`,
  )
}
