import { type Queries, sql } from "#database/sql.ts"
import { resolveStanding } from "../reconciliation/standing-differences.store.ts"

/** Something that the account system refuses to post. */
export interface FailedPosting {
  client: string
  /** The kind of posting and its id: "payment <id>". */
  subject: string
  /** Null for a credit, a write-off and their reversals. */
  paymentId: string | null
  amount: number
}

export interface ListedPostingFailure extends FailedPosting {
  /** The account system's last answer: "applyPayment 400 invalid amount". */
  detail: string
  firstAt: Date
  lastAt: Date
}

/** All postings that are refused now, of every client, the oldest first. */
export async function findPostingFailures(queries: Queries): Promise<ListedPostingFailure[]> {
  return await queries.rows<ListedPostingFailure>(
    sql`select client, substr(subject, length(client) + 2) as subject, payment_id, ours::float8 as amount, detail,
        first_seen_at as first_at, last_seen_at as last_at
      from myaccount_core.payment_difference
      where kind = 'refused' and resolved_at is null order by first_seen_at, subject`,
  )
}

/** Makes a refused posting due now, unless it is already. Postings may be repeated. */
export async function postAgain(
  tx: Queries,
  { client, subject }: Pick<FailedPosting, "client" | "subject">,
  now: Date,
): Promise<void> {
  const id = subject.split(" ").at(-1) ?? ""
  // A skipped debit is due as long as no refusal of it is known.
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
