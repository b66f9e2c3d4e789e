import { type Queries, sql } from "#database/sql.ts"
import type { Decision, StaffRequest } from "./staff-request.ts"

export type RefundStatus =
  | "waiting"
  | "refused"
  | "withdrawn"
  | "approved"
  | "accepted"
  | "succeeded"
  | "failed"

/** A refund row. Amounts are integer cents. */
export interface RefundRow extends StaffRequest {
  paymentId: string
  /** Whether the bills that the payment paid are due again. Otherwise a credit pays them. */
  reopens: boolean
  status: RefundStatus
  gatewayReference: string
  succeededAt: Date | null
  failedAt: Date | null
  /** When it was posted, and undone, in the account system. */
  postedAt: Date | null
  undoneAt: Date | null
}

export type NewRefund = Omit<
  RefundRow,
  "decidedBy" | "decidedAt" | "failedAt" | "postedAt" | "undoneAt" | "tries"
> & { nextTryAt: Date | null }

/** A row as the driver returns it: a bigint is text. */
type StoredRefund = Omit<RefundRow, "amount"> & { amount: string; nextTryAt: Date | null }

async function refundsFrom(
  queries: Queries,
  statement: ReturnType<typeof sql>,
): Promise<RefundRow[]> {
  const rows = await queries.rows<StoredRefund>(statement)
  return rows.map(({ amount, nextTryAt, ...row }) => ({ ...row, amount: Number(amount) }))
}

/** False if the key or the gateway's reference is already stored. */
export async function insertRefund(tx: Queries, refund: NewRefund): Promise<boolean> {
  const r = refund
  const rows = await tx.rows(
    sql`insert into myaccount_core.refund (id, payment_id, client, account_number, amount, reopens,
        reason, status, idempotency_key, gateway_reference, requested_by, requested_at, expires_at,
        succeeded_at, next_try_at)
      values (${r.id}, ${r.paymentId}, ${r.client}, ${r.accountNumber}, ${r.amount}, ${r.reopens},
        ${r.reason}, ${r.status}, ${r.idempotencyKey}, ${r.gatewayReference}, ${r.requestedBy},
        ${r.requestedAt}, ${r.expiresAt}, ${r.succeededAt}, ${r.nextTryAt})
      on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

/** The refund with this id, if it belongs to one of these clients. */
export async function findRefund(
  queries: Queries,
  clients: readonly string[],
  id: string,
): Promise<RefundRow | undefined> {
  const [row] = await refundsFrom(
    queries,
    sql`select * from myaccount_core.refund
      where client = any(${clients}::text[]) and id = ${id}`,
  )
  return row
}

export async function findRefundByKey(
  queries: Queries,
  client: string,
  key: string,
): Promise<RefundRow | undefined> {
  const [row] = await refundsFrom(
    queries,
    sql`select * from myaccount_core.refund
      where client = ${client} and idempotency_key = ${key}`,
  )
  return row
}

/** The refunds of these payments, oldest first. */
export async function findRefunds(
  queries: Queries,
  client: string,
  paymentIds: string[],
): Promise<RefundRow[]> {
  return await refundsFrom(
    queries,
    sql`select * from myaccount_core.refund
      where client = ${client} and payment_id = any(${paymentIds}::uuid[])
      order by requested_at, id`,
  )
}

/** The refunds of all payments of an account, oldest first. */
export async function findRefundsOfAccount(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<RefundRow[]> {
  return await refundsFrom(
    queries,
    sql`select r.* from myaccount_core.payment p
      join myaccount_core.refund r on r.client = p.client and r.payment_id = p.id
      where p.client = ${client} and p.account_number = ${accountNumber}
      order by r.requested_at, r.id`,
  )
}

/**
 * Serializes refunds of an account, so that each counts earlier ones, also of other payments: it
 * locks the first payment of the account. Take this lock before locking another payment. Returns
 * the locked payment; empty for an account without payments.
 */
export async function lockRefundsOfAccount(
  tx: Queries,
  client: string,
  accountNumber: string,
): Promise<{ id: string }[]> {
  return await tx.rows<{ id: string }>(
    sql`update myaccount_core.payment set tries = tries
      where client = ${client} and id = (
        select id from myaccount_core.payment
        where client = ${client} and account_number = ${accountNumber}
        order by submitted_at, id limit 1)
      returning id`,
  )
}

/** The requests of these clients that wait for dual approval, oldest first. */
export async function findWaitingRefunds(
  queries: Queries,
  clients: string[],
  now: Date,
): Promise<RefundRow[]> {
  return await refundsFrom(
    queries,
    sql`select * from myaccount_core.refund
      where client = any(${clients}::text[]) and status = 'waiting' and expires_at > ${now}
      order by requested_at limit 100`,
  )
}

/**
 * Decides a waiting request. True for only one call, and never for the staff member who made it. An
 * approved refund is claimed until `claimedUntil`.
 */
export async function decideRefund(
  tx: Queries,
  client: string,
  id: string,
  decision: Decision,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.refund set status = ${decision.status}, decided_by = ${decision.by},
        decided_at = ${decision.at}, next_try_at = ${decision.claimedUntil},
        tries = tries + case when ${decision.status} = 'approved' then 1 else 0 end
      where client = ${client} and id = ${id} and status = 'waiting' and expires_at > ${decision.at}
        and requested_by <> ${decision.by}
      returning 1`,
  )
  return rows.length === 1
}

/** Withdraws a waiting request of this staff member. True for only one call. */
export async function withdrawRefund(
  tx: Queries,
  client: string,
  id: string,
  requestedBy: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.refund set status = 'withdrawn', decided_at = ${now}
      where client = ${client} and id = ${id} and status = 'waiting' and requested_by = ${requestedBy} returning 1`,
  )
  return rows.length === 1
}

/** Moves a refund to a state that the gateway reports. `nextTryAt`: when it needs work again. */
export async function writeRefundState(
  tx: Queries,
  client: string,
  id: string,
  to: {
    status: "accepted" | "succeeded" | "failed"
    gatewayReference: string
    now: Date
    nextTryAt: Date
  },
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.refund set status = ${to.status},
        gateway_reference = ${to.gatewayReference}, next_try_at = ${to.nextTryAt},
        succeeded_at = coalesce(succeeded_at,
          case when ${to.status} = 'succeeded' then ${to.now}::timestamptz end),
        failed_at = coalesce(failed_at,
          case when ${to.status} = 'failed' then ${to.now}::timestamptz end)
      where client = ${client} and id = ${id}`,
  )
}

/** Marks a refund as posted, or as undone, in the account system. */
export async function markRefundPosted(
  tx: Queries,
  client: string,
  id: string,
  what: "posted" | "undone",
  now: Date,
): Promise<void> {
  await tx.rows(
    what === "posted"
      ? sql`update myaccount_core.refund set posted_at = ${now} where client = ${client} and id = ${id}`
      : sql`update myaccount_core.refund set undone_at = ${now} where client = ${client} and id = ${id}`,
  )
}

/** Claims up to `limit` refunds that need work, for this process until `claimedUntil`. */
export async function claimRefunds(
  queries: Queries,
  now: Date,
  claimedUntil: Date,
  limit: number,
): Promise<RefundRow[]> {
  return await refundsFrom(
    queries,
    sql`with due as (
        select client, id from myaccount_core.refund where next_try_at <= ${now}
        order by next_try_at limit ${limit} for update skip locked)
      update myaccount_core.refund r set tries = r.tries + 1, next_try_at = ${claimedUntil}
      from due
      where r.client = due.client and r.id = due.id
      returning r.*`,
  )
}

/** Ends a claim: the refund needs work again at `nextTryAt`, or never if that is null. */
export async function releaseRefund(
  queries: Queries,
  claim: Pick<RefundRow, "client" | "id" | "tries">,
  nextTryAt: Date | null,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.refund set next_try_at = ${nextTryAt}
      where client = ${claim.client} and id = ${claim.id} and tries = ${claim.tries}`,
  )
}
