import { type Queries, sql } from "#database/sql.ts"
import { writeStanding } from "#services/payments/differences/standing-differences.store.ts"
import { secondTenant } from "./second-tenant.ts"

/** Rows about charges that the gateway refused, with the same keys at both clients. */
export const refused = {
  policy: "4009990077",
  canceledId: "00000000-0000-4000-8000-0000000000c1",
  debitId: "00000000-0000-4000-8000-0000000000c2",
}

/**
 * Adds two payments of a client: a charge that the gateway refused, and a debit with a warning of
 * fraud. Only the second tenant has suspended auto pay after the refusal and got a new agreement
 * since, and only its debit was returned.
 */
export async function writeRefused(
  tx: Queries,
  { client, account, noon, from }: { client: string; account: string; noon: Date; from: string },
): Promise<void> {
  const { policy, canceledId, debitId } = refused
  const isSecondTenant = client === secondTenant
  for (const [number, id, status, reason] of [
    [1, canceledId, "canceled", "refused"],
    [2, debitId, isSecondTenant ? "returned" : "settled", isSecondTenant ? "account_closed" : ""],
  ] as const) {
    await tx.rows(
      sql`insert into myaccount_core.payment
        select (jsonb_populate_record(p, jsonb_build_object('id', ${id}::text, 'policy_number',
          ${policy}::text, 'number', ${number}::integer, 'idempotency_key', ${`refused ${number}`}::text,
          'status', ${status}::text, 'reason', ${reason}::text, 'method_kind', 'bank', 'bill_numbers',
          array[1], 'confirmation_number', ${status === "canceled" ? null : "C-debit"}::text, 'decided_at', ${noon}::timestamptz))).*
        from myaccount_core.payment p where client = ${client} and id = ${from}`,
    )
  }
  const warning = { kind: "fraudWarning", client, subject: `payment ${debitId}` } as const
  await writeStanding(tx, warning, { paymentId: debitId, at: noon }, noon)
  if (!isSecondTenant) return
  await tx.rows(
    sql`insert into myaccount_core.auto_pay_suspension (id, client, account_number, policy_number,
        method_record_id, payment_id, reason, suspended_at, ended_at)
      values (${canceledId}, ${client}, ${account}, ${policy}, '', ${canceledId}, 'refused', ${noon},
        '2999-01-01')`,
  )
}

/** Leaves clients without a name for statements of their own. */
export async function forgetShortNames(tx: Queries, clients: readonly string[]): Promise<void> {
  await tx.rows(
    sql`update appcontent.client set short_name = null where client = any(${clients}::text[])`,
  )
}
