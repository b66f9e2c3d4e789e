import { type Queries, sql } from "#database/sql.ts"
import { type Correction, correctionsFrom } from "./corrections.store.ts"

/**
 * Decides a waiting request. True for only one call, and never for the staff member who made it. An
 * approved correction is claimed until `claimedUntil`.
 */
export async function decideCorrection(
  tx: Queries,
  client: string,
  id: string,
  decision: { by: string; at: Date; status: "approved" | "refused"; claimedUntil: Date | null },
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
