import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { secondTenant } from "./second-tenant.ts"

interface Keys {
  account: string
  policy: string
  at: Date
  idOf: (kind: number) => string
}

/**
 * Gives a client a credit that is pending approval, a posted one, one that the job will post, a
 * refund that failed after it was made, the note of a credit, and the reversal of a credit. Both
 * clients have the same keys, and different amounts and reasons.
 */
export async function writeCorrections(
  tx: Queries,
  client: string,
  { account, policy, at, idOf }: Keys,
): Promise<void> {
  const amount = client === secondTenant ? 900 : 800
  const reason = `A reason of ${client}`
  await tx.rows(
    sql`insert into myaccount_core.correction (id, client, account_number, policy_number,
        product_desc, kind, amount, posted_amount, reason, status, idempotency_key, requested_by,
        requested_at, expires_at, posted_at)
      values (${idOf(9)}, ${client}, ${account}, ${policy}, 'A product', 'credit', ${amount}, null,
          ${reason}, 'waiting', 'the key of a credit', 'agent.kim', ${at},
          ${later(at, { hours: 1 })}, null),
        (${idOf(10)}, ${client}, ${account}, ${policy}, 'A product', 'credit', ${amount}, ${amount},
          ${reason}, 'posted', 'the key of another credit', 'agent.kim', ${at}, null, ${at})`,
  )
  const nextTryAt = client === secondTenant ? later(at, { hours: 1 }) : at
  await tx.rows(
    sql`insert into myaccount_core.correction (id, client, account_number, policy_number,
        product_desc, kind, amount, reason, status, idempotency_key, requested_by, requested_at,
        tries, next_try_at)
      values (${idOf(11)}, ${client}, ${account}, ${policy}, 'A product', 'credit', ${amount},
        ${reason}, 'approved', 'the key of an approved credit', 'agent.kim', ${at}, 1,
        ${nextTryAt})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.refund (id, payment_id, client, account_number, amount, reopens,
        reason, status, gateway_reference, requested_at, succeeded_at, failed_at, posted_at)
      values (${idOf(11)}, ${idOf(1)}, ${client}, ${account}, ${amount}, false, '', 'failed',
        're_1', ${at}, ${at}, ${at}, ${at})`,
  )
  await tx.rows(
    sql`insert into policy_admin.lot_note (client, policy_number, lot, note)
      values (${client}, ${policy}, 'a credit', ${reason})`,
  )
  await tx.rows(
    sql`insert into policy_admin.reversal values (${client}, 'correctionReversal',
      'a reversed credit', 'a credit', ${amount}, '2026-03-01', true)`,
  )
  await tx.rows(
    sql`insert into policy_admin.entry
      select client, policy_number, book, 60, 'credit', 'a credit', 'a credit', null, ${amount},
        '2026-03-01'
      from policy_admin.billing where client = ${client} and policy_number = ${policy}`,
  )
}
