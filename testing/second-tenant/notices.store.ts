import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { insertAnnouncement } from "#services/payments/auto-pay/announced-charges.store.ts"
import { beginBillingRun } from "../billing-runs.store.ts"
import { secondTenant } from "./second-tenant.ts"

/** The keys of announced charges and billing runs of both clients. */
export const noticed = {
  /** A product that occurs only in the rows of this file. */
  policy: "4009990011",
  billsDueBy: "2026-03-20",
  /** The days whose billing run one client each has begun. */
  runDays: ["2026-03-03", "2026-03-04"] as const,
}

/**
 * Announces two charges of the same product for a client: a retry and an agreement. The second
 * tenant has charged the product, and made its agreement after that charge. Both have a third
 * announcement of the product, whose payment was declined at one and canceled at the other.
 */
export async function writeNotices(
  tx: Queries,
  of: { client: string; account: string; noon: Date; idOf: (kind: number) => string },
): Promise<void> {
  const { client, account, noon, idOf } = of
  const isSecondTenant = client === secondTenant
  const agreedAt = isSecondTenant ? later(noon, { hours: 2 }) : noon
  const announced = {
    client,
    accountNumber: account,
    policyNumber: noticed.policy,
    dueDates: null,
    billNumbers: [1],
    amount: isSecondTenant ? 2000 : 1000,
    parts: null,
    methodRecordId: `of ${client}`,
    announcedOn: "2026-03-02",
    announcedAt: agreedAt,
  }
  const { billsDueBy } = noticed
  const retry = { kind: "retry", chargeOn: billsDueBy, billsDueBy, authorizationId: null } as const
  await insertAnnouncement(tx, { ...announced, ...retry, id: idOf(12) })
  const day = isSecondTenant ? "2026-04-21" : "2026-04-20"
  const agreement = { kind: "agreement", chargeOn: day, billsDueBy: day } as const
  const agreed = { id: idOf(13), authorizationId: idOf(4) }
  await insertAnnouncement(tx, { ...announced, ...agreement, ...agreed })
  // The second tenant has one more charge without a notification.
  for (const kind of isSecondTenant ? [11, 15] : [11]) {
    const dueBy = kind === 11 ? "2026-05-11" : "2026-05-15"
    await tx.rows(
      sql`insert into myaccount_core.announced_charge (id, client, account_number, policy_number,
          kind, charge_on, bills_due_by, bill_numbers, amount, method_record_id, announced_on,
          announced_at, untold)
        values (${idOf(kind)}, ${client}, ${account}, '4009990033', 'notice', ${dueBy}, ${dueBy},
          '{1}', ${announced.amount}, 'r', '2026-03-02', ${noon}, true)`,
    )
  }
  await beginBillingRun(tx, client, noticed.runDays[isSecondTenant ? 1 : 0], noon)
  const charged = { client, id: idOf(12), policy: isSecondTenant ? noticed.policy : "4009990066" }
  await writeCharge(tx, { ...charged, account, at: later(noon, { hours: 1 }) })
  await writeAnnouncedCharges(tx, client, noon, idOf)
  if (isSecondTenant) await writeReasons(tx, client, account, later(noon, { hours: 1 }), charged.id)
}

/**
 * Writes the reasons for dropping a charge of the announced product. Only the second tenant has
 * them.
 */
async function writeReasons(
  tx: Queries,
  client: string,
  account: string,
  at: Date,
  chargeId: string,
) {
  const { policy } = noticed
  const [paid, credit, skip, suspension] = [1, 2, 3, 4].map(
    (number) => `00000000-0000-4000-8000-00000000fd0${number}`,
  )
  await tx.rows(
    sql`insert into myaccount_core.payment
      select (jsonb_populate_record(p, jsonb_build_object('id', ${paid ?? ""}::text, 'origin', 'payNow',
        'number', 91, 'idempotency_key', 'by hand', 'confirmation_number', 'C-by-hand'))).*
      from myaccount_core.payment p where client = ${client} and id = ${chargeId}`,
  )
  await tx.rows(
    sql`insert into myaccount_core.correction (id, client, account_number, policy_number,
        product_desc, kind, amount, posted_amount, reason, status, idempotency_key, requested_by,
        requested_at, posted_at, posting_stored_at)
      values (${credit}, ${client}, ${account}, ${policy}, '', 'credit', 100, 100, '', 'posted',
        'the credit of a dropped charge', 'agent.kim', ${at}, ${at}, clock_timestamp())`,
  )
  await tx.rows(
    sql`insert into myaccount_core.auto_pay_skip (id, client, account_number, policy_number,
        product_desc, charge_on, due_dates, amount, method_label, site_address, actor_kind,
        actor_userid, subject_userid, ip, state, asked_at)
      values (${skip}, ${client}, ${account}, ${policy}, '', '2026-03-19',
        array['2026-03-19']::date[], 10, '', '', 'customer', '', '', '203.0.113.9', 'made', ${at})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.auto_pay_suspension (id, client, account_number,
        policy_number, method_record_id, payment_id, reason, suspended_at)
      values (${suspension}, ${client}, ${account}, ${policy}, '', null, 'dropped', ${at})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.auto_pay_notice (client, subject, sent_at)
      select ${client}, 'not charged ' || id, ${at} from myaccount_core.announced_charge
      where client <> ${client} and policy_number = ${policy}`,
  )
}

/** Writes an auto pay charge that was accepted and posted. */
async function writeCharge(
  tx: Queries,
  of: { client: string; account: string; id: string; policy: string; at: Date },
) {
  const { client, account, id, policy, at } = of
  await tx.rows(
    sql`insert into myaccount_core.payment (id, client, account_number, policy_number, number,
        idempotency_key, origin, amount, due_date, product_desc, gateway, method_reference,
        method_record_id, method_kind, method_label, method_last_four, site_address, status,
        confirmation_number, submitted_at, decided_at, applied_at, next_try_at)
      values (${id}, ${client}, ${account}, ${policy}, 1, 'an announced charge', 'autoPay',
        30, '2026-03-15', '', 'sandbox', 'r', 'PM-20418', 'card', 'Visa ending in 4242', '4242',
        ${`http://${client}.localhost`}, 'accepted', ${`C-${client}-announced`}, ${at}, ${at}, ${at},
        null)`,
  )
}

/**
 * Writes an announced charge of the product that was not made and, at Harbor Mutual, the
 * announcement of another product's charge with its parts.
 */
async function writeAnnouncedCharges(
  tx: Queries,
  client: string,
  at: Date,
  idOf: (kind: number) => string,
) {
  const isSecondTenant = client === secondTenant
  await tx.rows(
    sql`insert into myaccount_core.payment
      select (jsonb_populate_record(p, jsonb_build_object('id', ${idOf(5)}::text,
        'policy_number', ${noticed.policy}::text, 'account_number', 'HM2099990', 'number', 95,
        'origin', 'autoPay', 'reason', 'refused', 'bill_numbers', '[1]'::jsonb, 'idempotency_key', 'not made', 'confirmation_number', null,
        'status', ${isSecondTenant ? "canceled" : "declined"}::text, 'applied_at', null))).*
      from myaccount_core.payment p where client = ${client} and id = ${idOf(12)}`,
  )
  const announced = [
    { id: idOf(9), policy: noticed.policy, dueBy: "2026-01-20", paymentId: idOf(5) },
    ...(isSecondTenant
      ? []
      : [{ id: idOf(8), policy: "4009990066", dueBy: "2026-01-21", paymentId: idOf(12) }]),
  ]
  for (const { id, policy, dueBy, paymentId } of announced) {
    await tx.rows(
      sql`insert into myaccount_core.announced_charge (id, client, account_number, policy_number,
          kind, charge_on, bills_due_by, bill_numbers, amount, premium, fee, adjustment, credit,
          method_record_id, announced_on, announced_at, payment_id)
        values (${id}, ${client}, 'HM2099990', ${policy}, 'retry', ${dueBy}, ${dueBy}, '{1}', 3000,
          3000, 0, 0, 0, 'r', '2026-01-02', ${at}, ${paymentId})`,
    )
  }
}
