import { type Queries, sql } from "#database/sql.ts"
import { earlier, later } from "#platform/time.ts"
import { insertRefund, markRefundPosted } from "#services/payments/adjustments/refunds.store.ts"
import {
  insertAnnouncement,
  markCharged,
} from "#services/payments/auto-pay/announced-charges.store.ts"
import { addDifferences } from "#services/payments/differences/differences.store.ts"
import { secondTenant } from "./second-tenant.ts"

interface Keys {
  account: string
  at: Date
  /** Id of the accepted payment of both clients. */
  accepted: string
  declined: string
  settled: string
  refunded: string
  /** Id of a row that only the second tenant has. */
  ownId: string
}

/**
 * The account of the refunded payment of both clients. Only the second tenant has an older payment
 * in it.
 */
export const refundedAccount = "HM2099990"

/**
 * Opens bills that payments of both clients have paid: bills of one payment at the second tenant,
 * and of two at Harbor Mutual. Only the second tenant has taken back the accepted payment,
 * announced the settled one, refunded the other client's amount of the refunded one, and an older
 * payment in that account.
 */
export async function writePayable(tx: Queries, keys: Keys): Promise<void> {
  for (const client of ["harbor", secondTenant]) await writeOpenBills(tx, client, keys)
  await writeReversal(tx, keys)
  await writeAnnouncement(tx, keys)
  await writeRefund(tx, keys)
  await writeOlderPayment(tx, keys)
}

async function writeOpenBills(tx: Queries, client: string, { accepted, declined, at }: Keys) {
  const isSecondTenant = client === secondTenant
  const ids = isSecondTenant ? [accepted] : [accepted, declined]
  const difference = { kind: "billPaid", client, reference: "", theirs: 0, at } as const
  await addDifferences(
    tx,
    ids.map((paymentId) => ({
      ...difference,
      subject: `${client} ${paymentId}`,
      paymentId,
      ours: isSecondTenant ? 2 : 1,
    })),
    isSecondTenant ? later(at, { hours: 1 }) : at,
  )
}

async function writeReversal(tx: Queries, { account, accepted, at, ownId }: Keys) {
  await tx.rows(
    sql`insert into myaccount_core.correction (id, client, account_number, policy_number,
        product_desc, kind, reverses, reversed_kind, amount, posted_amount, reason, status,
        idempotency_key, requested_by, requested_at, posted_at)
      select ${ownId}, client, ${account}, policy_number, '', 'reversal', id, 'payment', 100, 100, '',
        'posted', 'the reversal of a payment', 'agent.kim', ${at}, ${at}
      from myaccount_core.payment where client = ${secondTenant} and id = ${accepted}`,
  )
}

async function writeAnnouncement(tx: Queries, { account, settled, at, ownId }: Keys) {
  const day = "2026-02-10"
  await insertAnnouncement(tx, {
    ...{ id: ownId, client: secondTenant, accountNumber: account, policyNumber: "4009990088" },
    ...{ kind: "retry", chargeOn: day, billsDueBy: day, dueDates: [day], billNumbers: [1] },
    ...{ amount: 1_000, parts: null, methodRecordId: "r", authorizationId: null },
    ...{ announcedOn: "2026-02-01", announcedAt: at },
  })
  await markCharged(tx, secondTenant, ownId, settled)
}

/**
 * Writes a refund of five dollars that Harbor Mutual's payment has at the gateway but not in our
 * records.
 */
async function writeRefund(tx: Queries, { refunded, at, ownId }: Keys) {
  await insertRefund(tx, {
    ...{ id: ownId, paymentId: refunded, client: secondTenant, accountNumber: refundedAccount },
    ...{ amount: 500, reopens: false, reason: "", status: "succeeded", idempotencyKey: null },
    ...{ gatewayReference: "re_payable", requestedBy: null, requestedAt: at, expiresAt: null },
    ...{ succeededAt: at, nextTryAt: null },
  })
  await markRefundPosted(tx, secondTenant, ownId, "posted", at)
}

async function writeOlderPayment(tx: Queries, { declined, at, ownId }: Keys) {
  await tx.rows(
    sql`insert into myaccount_core.payment
      select (jsonb_populate_record(p, jsonb_build_object('id', ${ownId}::text,
        'account_number', ${refundedAccount}::text, 'policy_number', '4009990088', 'number', 1,
        'idempotency_key', 'older', 'submitted_at', ${earlier(at, { days: 1 })}::timestamptz))).*
      from myaccount_core.payment p where client = ${secondTenant} and id = ${declined}`,
  )
}
