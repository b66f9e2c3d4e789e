import { type Queries, sql } from "#database/sql.ts"

/** Something that the account system refuses to post. */
export interface RefusedPosting {
  client: string
  /** The kind of posting and its id: "payment <id>". */
  subject: string
  /** Null for a credit, a write-off and their reversals. */
  paymentId: string | null
  amount: number
}

export interface ListedRefusal extends RefusedPosting {
  /** The account system's last answer: "applyPayment 400 invalid amount". */
  detail: string
  firstAt: Date
  lastAt: Date
}

/** Stores a refusal. True if this posting was not refused before, or was posted since. */
export async function writeRefusal(
  tx: Queries,
  { client, subject, paymentId, amount }: RefusedPosting,
  detail: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows<{ isNew: boolean }>(
    sql`with known as (
      select 1 from myaccount_core.payment_difference
      where kind = 'refused' and subject = ${keyOf(client, subject)} and resolved_at is null)
    insert into myaccount_core.payment_difference (kind, subject, client, payment_id, reference,
      ours, theirs, at, first_seen_at, last_seen_at, detail)
    values ('refused', ${keyOf(client, subject)}, ${client}, ${paymentId}, '', ${amount}, null, ${now}, ${now},
      ${now}, ${detail})
    on conflict (kind, subject) do update
      set last_seen_at = excluded.last_seen_at, resolved_at = null, detail = excluded.detail
    returning not exists (select from known) as is_new`,
  )
  return rows[0]?.isNew === true
}

/** Marks the refusal of a posting as resolved, if there is one. */
export async function resolveRefusal(
  tx: Queries,
  client: string,
  subject: string,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.payment_difference set resolved_at = ${now}
      where kind = 'refused' and subject = ${keyOf(client, subject)} and resolved_at is null`,
  )
}

/** All postings that are refused now, of every client, the oldest first. */
export async function findRefusals(queries: Queries): Promise<ListedRefusal[]> {
  return await queries.rows<ListedRefusal>(
    sql`select client, substr(subject, length(client) + 2) as subject, payment_id, ours::float8 as amount, detail,
        first_seen_at as first_at, last_seen_at as last_at
      from myaccount_core.payment_difference
      where kind = 'refused' and resolved_at is null order by first_seen_at, subject`,
  )
}

/** Makes a refused posting due now, unless it is already. Postings may be repeated. */
export async function postAgain(
  tx: Queries,
  { client, subject }: Pick<RefusedPosting, "client" | "subject">,
  now: Date,
): Promise<void> {
  const id = subject.split(" ").at(-1) ?? ""
  // A skipped debit is due as long as no refusal of it is known.
  if (subject.startsWith("skip ")) return await resolveRefusal(tx, client, subject, now)
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

/** Two clients may use the same ids. */
function keyOf(client: string, subject: string): string {
  return `${client} ${subject}`
}
