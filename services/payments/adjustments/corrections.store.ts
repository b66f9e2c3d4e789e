import { type Queries, sql } from "#database/sql.ts"
import type { Decision, StaffRequest } from "./staff-request.ts"

export type CorrectionStatus = "waiting" | "refused" | "withdrawn" | "approved" | "posted" | "void"

/** A credit, a write-off or a reversal that staff request. Amounts are integer cents. */
export interface Correction extends StaffRequest {
  policyNumber: string
  productDesc: string
  kind: "credit" | "writeOff" | "reversal"
  /** Number and due date of the bill of a write-off; otherwise null. */
  billNumber: number | null
  billDueDate: string | null
  /**
   * The id and kind of the credit, write-off or refund that a reversal undoes, or of the payment
   * that it releases; otherwise null.
   */
  reverses: string | null
  reversedKind: "credit" | "writeOff" | "refund" | "payment" | null
  /** Cents posted in the account system; null before. */
  postedAmount: number | null
  status: CorrectionStatus
  idempotencyKey: string
  requestedBy: string
  postedAt: Date | null
}

export type NewCorrection = Omit<
  Correction,
  "decidedBy" | "decidedAt" | "postedAt" | "postedAmount" | "tries"
> & { nextTryAt: Date | null }

/** A row as the driver returns it: a bigint is text. */
type StoredCorrection = Omit<Correction, "amount" | "postedAmount"> & {
  amount: string
  postedAmount: string | null
  nextTryAt: Date | null
}

async function correctionsFrom(
  queries: Queries,
  statement: ReturnType<typeof sql>,
): Promise<Correction[]> {
  const rows = await queries.rows<StoredCorrection>(statement)
  return rows.map(({ amount, postedAmount, nextTryAt, ...row }) => ({
    ...row,
    amount: Number(amount),
    postedAmount: postedAmount === null ? null : Number(postedAmount),
  }))
}

/** False if the key is already stored. */
export async function insertCorrection(tx: Queries, correction: NewCorrection): Promise<boolean> {
  const c = correction
  const rows = await tx.rows(
    sql`insert into myaccount_core.correction (id, client, account_number, policy_number,
        product_desc, kind, bill_number, bill_due_date, reverses, reversed_kind, amount, reason, status,
        idempotency_key, requested_by, requested_at, expires_at, next_try_at)
      values (${c.id}, ${c.client}, ${c.accountNumber}, ${c.policyNumber}, ${c.productDesc},
        ${c.kind}, ${c.billNumber}, ${c.billDueDate}, ${c.reverses}, ${c.reversedKind}, ${c.amount},
        ${c.reason}, ${c.status}, ${c.idempotencyKey}, ${c.requestedBy}, ${c.requestedAt}, ${c.expiresAt}, ${c.nextTryAt})
      on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

/** The correction with this id, if it belongs to one of these clients. */
export async function findCorrection(
  queries: Queries,
  clients: readonly string[],
  id: string,
): Promise<Correction | undefined> {
  const [row] = await correctionsFrom(
    queries,
    sql`select * from myaccount_core.correction
      where client = any(${clients}::text[]) and id = ${id}`,
  )
  return row
}

export async function findCorrectionByKey(
  queries: Queries,
  client: string,
  key: string,
): Promise<Correction | undefined> {
  const [row] = await correctionsFrom(
    queries,
    sql`select * from myaccount_core.correction
      where client = ${client} and idempotency_key = ${key}`,
  )
  return row
}

/** The credits, write-offs and reversals of an account, newest first. */
export async function findCorrections(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<Correction[]> {
  return await correctionsFrom(
    queries,
    sql`select * from myaccount_core.correction
      where client = ${client} and account_number = ${accountNumber}
      order by requested_at desc, id limit 1000`,
  )
}

/** The requests of these clients that wait for dual approval, oldest first. */
export async function findWaitingCorrections(
  queries: Queries,
  clients: string[],
  now: Date,
): Promise<Correction[]> {
  return await correctionsFrom(
    queries,
    sql`select * from myaccount_core.correction
      where client = any(${clients}::text[]) and status = 'waiting' and expires_at > ${now}
      order by requested_at limit 100`,
  )
}

/**
 * Decides a waiting request. True for only one call, and never for the staff member who made it. An
 * approved correction is claimed until `claimedUntil`.
 */
export async function decideCorrection(
  tx: Queries,
  client: string,
  id: string,
  decision: Decision,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.correction set status = ${decision.status},
        decided_by = ${decision.by}, decided_at = ${decision.at},
        next_try_at = ${decision.claimedUntil}
      where client = ${client} and id = ${id} and status = 'waiting' and expires_at > ${decision.at}
        and requested_by <> ${decision.by}
      returning 1`,
  )
  return rows.length === 1
}

/** Withdraws a waiting request of this staff member. True for only one call. */
export async function withdrawCorrection(
  tx: Queries,
  client: string,
  id: string,
  requestedBy: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.correction set status = 'withdrawn', decided_at = ${now}
      where client = ${client} and id = ${id} and status = 'waiting' and requested_by = ${requestedBy} returning 1`,
  )
  return rows.length === 1
}

/**
 * Marks an approved correction as posted, or as void if 0 cents were posted. False if it was marked
 * before.
 */
export async function markCorrectionPosted(
  tx: Queries,
  client: string,
  id: string,
  postedAmount: number,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.correction set posted_at = ${now},
        posting_stored_at = clock_timestamp(), posted_amount = ${postedAmount},
        status = case when ${postedAmount}::bigint = 0 then 'void' else 'posted' end,
        next_try_at = null
      where client = ${client} and id = ${id} and status = 'approved' returning 1`,
  )
  return rows.length === 1
}

/** Claims up to `limit` approved corrections for this process until `claimedUntil`. */
export async function claimCorrections(
  queries: Queries,
  now: Date,
  claimedUntil: Date,
  limit: number,
): Promise<Correction[]> {
  return await correctionsFrom(
    queries,
    sql`with due as (
        select client, id from myaccount_core.correction where next_try_at <= ${now}
        order by next_try_at limit ${limit} for update skip locked)
      update myaccount_core.correction c set tries = c.tries + 1, next_try_at = ${claimedUntil}
      from due
      where c.client = due.client and c.id = due.id
      returning c.*`,
  )
}

/** Ends a claim of a correction that could not be posted. */
export async function postponeCorrection(
  queries: Queries,
  claim: Pick<Correction, "client" | "id" | "tries">,
  nextTryAt: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.correction set next_try_at = ${nextTryAt}
      where client = ${claim.client} and id = ${claim.id} and tries = ${claim.tries}
        and status = 'approved'`,
  )
}
