import { type Queries, sql } from "#database/sql.ts"
import { resolveStanding } from "../differences/standing-differences.store.ts"

/** A posting that the account system rejects. */
export interface FailedPosting {
  client: string
  /** The kind of posting and its id: "payment <id>". */
  subject: string
  /** Id of the payment; null for a credit, a write-off and their reversals. */
  paymentId: string | null
  amount: number
}

export interface ListedPostingFailure extends FailedPosting {
  /** The account system's last answer, such as "applyPayment 400 invalid amount". */
  detail: string
  firstAt: Date
  lastAt: Date
}

/** All currently rejected postings, of every client, oldest first. */
export async function findPostingFailures(queries: Queries): Promise<ListedPostingFailure[]> {
  return await queries.rows<ListedPostingFailure>(
    sql`select client, substr(subject, length(client) + 2) as subject, payment_id, ours::float8 as amount, detail,
        first_seen_at as first_at, last_seen_at as last_at
      from myaccount_core.payment_difference
      where kind = 'refused' and resolved_at is null order by first_seen_at, subject`,
  )
}

/** Makes a rejected posting due now, unless it already is. Postings may be repeated. */
export async function retryPosting(
  tx: Queries,
  { client, subject }: Pick<FailedPosting, "client" | "subject">,
  now: Date,
): Promise<void> {
  const id = subject.split(" ").at(-1) ?? ""
  // A skip without a known rejection is already due.
  if (subject.startsWith("skip ")) {
    return await resolveStanding(tx, { kind: "refused", client, subject }, now)
  }
  await tx.rows(
    sql`update myaccount_core.payment set next_try_at = ${now}
      where client = ${client} and id = ${id}::uuid and next_try_at > ${now}`,
  )
  await tx.rows(
    sql`update myaccount_core.refund set next_try_at = ${now}
      where client = ${client} and id = ${id}::uuid and next_try_at > ${now}`,
  )
  await tx.rows(
    sql`update myaccount_core.correction set next_try_at = ${now}
      where client = ${client} and id = ${id}::uuid and next_try_at > ${now}`,
  )
}
