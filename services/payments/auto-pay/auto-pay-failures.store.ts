import { type Queries, sql } from "#database/sql.ts"
import type { Payment } from "../processing/payments.store.ts"

/** A charge of auto pay that was declined, or any payment that was taken back. */
export interface FailedPayment
  extends Pick<
    Payment,
    | "id"
    | "policyNumber"
    | "origin"
    | "status"
    | "reason"
    | "amount"
    | "methodRecordId"
    | "methodKind"
    | "methodLabel"
    | "submittedAt"
  > {
  /** When the decline, return or lost dispute was recorded. */
  failedAt: Date
}

interface AccountKey {
  client: string
  accountNumber: string
}

/** The failed payments of an account since then, in the order in which they failed. */
export async function findFailedPayments(
  queries: Queries,
  { client, accountNumber }: AccountKey,
  since: Date,
): Promise<FailedPayment[]> {
  return await queries.rows<FailedPayment>(
    sql`select p.id, p.policy_number, p.origin, p.status, p.reason,
        (p.amount * 100)::float8 as amount, p.method_record_id, p.method_kind, p.method_label,
        p.submitted_at, e.at as failed_at
      from myaccount_core.payment p
      join myaccount_core.payment_event e on e.payment_id = p.id and e.status = p.status
      where p.client = ${client} and p.account_number = ${accountNumber}
        and p.submitted_at >= ${since}
        and (p.status in ('returned', 'disputeLost')
          or (p.status = 'declined' and p.origin = 'autoPay'))
      order by e.at, p.number`,
  )
}

/**
 * Whether an account has anything to tell about auto pay: a failed payment since then, a charge
 * that is not decided, or a suspension.
 */
export async function hasAutoPayNews(
  queries: Queries,
  { client, accountNumber }: AccountKey,
  since: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from myaccount_core.payment p
      where p.client = ${client} and p.account_number = ${accountNumber}
        and p.submitted_at >= ${since}
        and (p.status in ('returned', 'disputeLost')
          or (p.status in ('submitted', 'unknown', 'declined') and p.origin = 'autoPay'))
      union all
      select 1 from myaccount_core.auto_pay_suspension s
      where s.client = ${client} and s.account_number = ${accountNumber} and s.ended_at is null
      limit 1`,
  )
  return rows.length > 0
}

/** Auto pay of a product stopped by a failed charge, until a new authorization. */
export interface Suspension {
  policyNumber: string
  /** "" when no method may be charged. */
  methodRecordId: string
  /** The failed charge; null when the method was deleted before a charge. */
  paymentId: string | null
  reason: string
  suspendedAt: Date
}

/** False when auto pay of the product was suspended before, for this payment or this method. */
export async function insertSuspension(
  tx: Queries,
  { id, client, accountNumber, ...suspension }: Suspension & AccountKey & { id: string },
): Promise<boolean> {
  const { policyNumber, methodRecordId, paymentId, reason, suspendedAt } = suspension
  const rows = await tx.rows(
    sql`insert into myaccount_core.auto_pay_suspension (id, client, account_number, policy_number,
        method_record_id, payment_id, reason, suspended_at)
      values (${id}, ${client}, ${accountNumber}, ${policyNumber}, ${methodRecordId}, ${paymentId},
        ${reason}, ${suspendedAt})
      on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

/** The suspensions of an account that no authorization has ended. */
export async function findSuspensions(
  queries: Queries,
  { client, accountNumber }: AccountKey,
): Promise<Suspension[]> {
  return await queries.rows<Suspension>(
    sql`select policy_number, method_record_id, payment_id, reason, suspended_at
      from myaccount_core.auto_pay_suspension
      where client = ${client} and account_number = ${accountNumber} and ended_at is null
      order by suspended_at`,
  )
}

/** Whether auto pay of this product must not charge this method. */
export async function isSuspended(
  queries: Queries,
  client: string,
  policyNumber: string,
  methodRecordId: string,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from myaccount_core.auto_pay_suspension
      where client = ${client} and policy_number = ${policyNumber}
        and method_record_id in ('', ${methodRecordId}) and ended_at is null`,
  )
  return rows.length > 0
}

/**
 * Ends the suspensions of a product that an authorization for this method covers: those that were
 * there when the customer agreed.
 */
export async function endSuspensions(
  tx: Queries,
  change: {
    client: string
    policyNumber: string
    methodRecordId: string
    authorizationId: string
  },
  now: Date,
): Promise<void> {
  const { client, policyNumber, methodRecordId, authorizationId } = change
  await tx.rows(
    sql`update myaccount_core.auto_pay_suspension s set ended_at = ${now},
        authorization_id = ${authorizationId}
      from myaccount_core.auto_pay_change c
      where c.authorization_id = ${authorizationId} and s.client = ${client}
        and s.policy_number = ${policyNumber} and s.method_record_id in ('', ${methodRecordId})
        and s.ended_at is null and s.suspended_at <= c.asked_at`,
  )
}
