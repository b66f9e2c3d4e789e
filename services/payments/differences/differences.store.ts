import { type Queries, sql } from "#database/sql.ts"
import { standingKinds } from "../differences/standing-differences.store.ts"

export const differenceKinds = [
  "unknownMovement",
  "amountCharged",
  "balance",
  "notRecorded",
  "notAtGateway",
  "notFinal",
  "notPosted",
  ...standingKinds,
  "posting",
  /** One of our payments has paid a bill that the account system shows as open. */
  "billPaid",
  /** The number of a product on auto pay stands for a different product than the authorized one. */
  "otherProduct",
  "payout",
  "payoutFailed",
  "methodRequest",
  "unmatchedReport",
  "notBilled",
  /** The account system accepted a change, and no read shows it. */
  "notShown",
] as const

export type DifferenceKind = (typeof differenceKinds)[number]

/** A disagreement between the gateway, our payments and the account system. */
export interface Difference {
  kind: DifferenceKind
  /** The differing payment, movement, payout or report. Unique together with the kind. */
  subject: string
  client: string | null
  paymentId: string | null
  /** The gateway's reference; "" if there is none. */
  reference: string
  /** The cents that we recorded, and that the other side has; null if it is not about money. */
  ours: number | null
  theirs: number | null
  /** When the money moved, or the request was made. */
  at: Date
  /** The account with the gateway, for a difference that belongs to no client; otherwise absent. */
  gateway?: string
}

/**
 * Stores the current differences, and marks all others as resolved. Returns the new ones. Standing
 * differences are not changed.
 */
export async function writeDifferences(
  tx: Queries,
  found: readonly Difference[],
  now: Date,
): Promise<NewDifference[]> {
  const added = await addDifferences(tx, found, now)
  await tx.rows(
    sql`update myaccount_core.payment_difference set resolved_at = ${now}
      where resolved_at is null and last_seen_at < ${now} and not kind = any(${standingKinds}::text[])`,
  )
  return added
}

export type NewDifference = Pick<Difference, "kind" | "client" | "subject">

/** Stores differences that were found at this time. Returns the new ones. */
export async function addDifferences(
  tx: Queries,
  found: readonly Difference[],
  now: Date,
): Promise<NewDifference[]> {
  // An account system that lists a posting under several clients would write one row twice.
  const rows = new Map(found.map((one) => [`${one.kind} ${one.subject}`, rowOf(one)]))
  return await tx.rows<NewDifference>(
    sql`with found as (
      select * from json_populate_recordset(null::myaccount_core.payment_difference,
        ${JSON.stringify([...rows.values()])}::json)),
    known as (
      select kind, subject from myaccount_core.payment_difference where resolved_at is null),
    written as (
      insert into myaccount_core.payment_difference as d (kind, subject, client, payment_id,
        reference, ours, theirs, at, first_seen_at, last_seen_at, resolved_at, gateway)
      select kind, subject, client, payment_id, reference, ours, theirs, at, ${now}, ${now}, null, gateway
      from found
      on conflict (kind, subject) do update set last_seen_at = ${now}, resolved_at = null,
        ours = excluded.ours, theirs = excluded.theirs)
    select kind, client, subject from found
      where not exists (select from known k where k.kind = found.kind and k.subject = found.subject)
      order by kind, subject`,
  )
}

function rowOf({ paymentId, ...difference }: Difference) {
  return { ...difference, payment_id: paymentId }
}
