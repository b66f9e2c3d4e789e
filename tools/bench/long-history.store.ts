import { type Queries, sql } from "#database/sql.ts"

/**
 * Gives a product of the demo this many earlier monthly bills, each paid by auto pay. A version
 * without bills gets only the payments.
 */
export async function addLongHistory(
  queries: Queries,
  { client, policyNumber, months }: { client: string; policyNumber: string; months: number },
): Promise<void> {
  const [found] = await queries.rows<{ hasBills: boolean }>(
    sql`select to_regclass('policy_admin.bill') is not null as has_bills`,
  )
  const period = { client, policyNumber, months }
  await addPayments(queries, period)
  if (found?.hasBills) await addSettledBills(queries, period)
  await queries.rows(sql`vacuum analyze`)
}

type Period = Parameters<typeof addLongHistory>[1]

async function addPayments(queries: Queries, { client, policyNumber, months }: Period) {
  await queries.rows(
    sql`insert into myaccount_core.payment (id, client, account_number, policy_number, number,
        idempotency_key, origin, amount, due_date, product_desc, gateway, method_reference,
        method_record_id, method_kind, method_label, method_last_four, site_address, status,
        confirmation_number, submitted_at, decided_at, applied_at)
      select md5(policy_number || n)::uuid, client, account_number, policy_number, n,
        'earlier ' || n, 'autoPay', 42.75, at::date, product_desc, 'sandbox', '', '', 'card',
        'VISA ending in 4242', '4242', 'http://harbor.localhost', 'settled',
        'LH' || policy_number || n, at, at, at
      from policy_admin.policy, generate_series(1, ${months}::integer) n,
        lateral (select now() - make_interval(months => ${months}::integer + 1 - n)) d (at)
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  await queries.rows(
    sql`insert into policy_admin.payment
        (client, payment_id, account_number, policy_number, amount, paid_on)
      select client, id, account_number, policy_number, amount, submitted_at::date
      from myaccount_core.payment
      where client = ${client} and policy_number = ${policyNumber} and idempotency_key like 'earlier %'`,
  )
}

/** The bills have numbers below those of the loaded bills. */
async function addSettledBills(queries: Queries, { client, policyNumber }: Period) {
  await queries.rows(
    sql`insert into policy_admin.bill
      select client, policy_number, b.book, -p.number, null, on_day - 30, on_day, on_day + 27, on_day,
        'M', 4275, 0, 0, 0, null
      from myaccount_core.payment p join policy_admin.billing b using (client, policy_number),
        lateral (select submitted_at::date) d (on_day)
      where client = ${client} and policy_number = ${policyNumber} and idempotency_key like 'earlier %'`,
  )
  await queries.rows(
    sql`insert into policy_admin.entry
      select client, policy_number, b.book, 1000 + p.number, 'payment', p.id::text, p.id::text,
        -p.number, 4275, submitted_at::date
      from myaccount_core.payment p join policy_admin.billing b using (client, policy_number)
      where client = ${client} and policy_number = ${policyNumber} and idempotency_key like 'earlier %'`,
  )
}
