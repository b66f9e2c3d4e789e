import { type Queries, sql } from "#database/sql.ts"
import type { AccountKey } from "./auto-pay-failures.store.ts"

/** A suspension of auto pay for a product after a failed charge, until a new authorization. */
export interface Suspension {
  policyNumber: string
  /** Record id of the suspended method; "" if no method may be charged. */
  methodRecordId: string
  /** Id of the failed charge; null if the method was deleted before a charge. */
  paymentId: string | null
  reason: string
  suspendedAt: Date
}

/** False if auto pay of the product was suspended before, for this payment or this method. */
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

/** The suspensions of an account without a later authorization. */
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

/** The products of a client that are suspended for this reason of ours. */
export async function findSuspendedProducts(
  queries: Queries,
  client: string,
  reason: string,
): Promise<{ accountNumber: string; policyNumber: string; suspendedAt: Date }[]> {
  return await queries.rows(
    sql`select account_number, policy_number, suspended_at from myaccount_core.auto_pay_suspension
      where client = ${client} and reason = ${reason} and payment_id is null and ended_at is null
      order by policy_number`,
  )
}

/** Ends the suspensions of a client's products for these reasons. Returns the number of products. */
export async function endSuspensionsFor(
  queries: Queries,
  client: string,
  reasons: readonly string[],
  now: Date,
): Promise<number> {
  const rows = await queries.rows(
    sql`update myaccount_core.auto_pay_suspension set ended_at = ${now}
      where client = ${client} and reason = any(${reasons}::text[]) and ended_at is null
      returning 1`,
  )
  return rows.length
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
 * Records which suspensions of a product the authorization of a change covers: the existing ones
 * when the change is stored. They end when it is made.
 */
export async function coverSuspensions(
  tx: Queries,
  change: {
    client: string
    policyNumber: string
    methodRecordId: string
    authorizationId: string
  },
): Promise<void> {
  const { client, policyNumber, methodRecordId, authorizationId } = change
  await tx.rows(
    sql`update myaccount_core.auto_pay_suspension set authorization_id = ${authorizationId}
      where client = ${client} and policy_number = ${policyNumber}
        and method_record_id in ('', ${methodRecordId}) and ended_at is null`,
  )
}

/** Ends the suspensions that the authorization covers. */
export async function endSuspensions(
  tx: Queries,
  { client, authorizationId }: { client: string; authorizationId: string },
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.auto_pay_suspension set ended_at = ${now}
      where client = ${client} and authorization_id = ${authorizationId} and ended_at is null`,
  )
}
