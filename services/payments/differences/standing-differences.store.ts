import { type Queries, sql } from "#database/sql.ts"

/**
 * Kinds of differences that are stored when they happen and stay until they are resolved; the sweep
 * does not change them.
 */
export const standingKinds = [
  "refused",
  "lateClosing",
  "untold",
  /** The gateway refuses to charge a product, or charges of auto pay repeat without a result. */
  "notCharged",
  /** A card network suspects fraud in a payment. */
  "fraudWarning",
] as const

/** A difference of a client. Two clients may use the same subject. */
export interface StandingDifference {
  kind: (typeof standingKinds)[number]
  client: string
  subject: string
}

interface Facts {
  paymentId?: string | null
  /** Cents; null if it is not about money. */
  ours?: number | null
  detail?: string
  /** When it happened. */
  at: Date
}

/** Stores a difference. True if it is new, or was resolved before. */
export async function writeStanding(
  tx: Queries,
  { kind, client, subject }: StandingDifference,
  { paymentId = null, ours = null, detail = "", at }: Facts,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows<{ isNew: boolean }>(
    sql`with known as (
      select 1 from myaccount_core.payment_difference
      where kind = ${kind} and subject = ${keyOf(client, subject)} and resolved_at is null)
    insert into myaccount_core.payment_difference (kind, subject, client, payment_id, reference,
      ours, theirs, at, first_seen_at, last_seen_at, detail)
    values (${kind}, ${keyOf(client, subject)}, ${client}, ${paymentId}, '', ${ours}, null, ${at}, ${now},
      ${now}, ${detail})
    on conflict (kind, subject) do update
      set last_seen_at = excluded.last_seen_at, resolved_at = null, detail = excluded.detail,
        payment_id = excluded.payment_id, ours = excluded.ours
    returning not exists (select from known) as is_new`,
  )
  return rows[0]?.isNew === true
}

/** Marks a difference as resolved, if it exists. */
export async function resolveStanding(
  tx: Queries,
  { kind, client, subject }: StandingDifference,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.payment_difference set resolved_at = ${now}
      where kind = ${kind} and subject = ${keyOf(client, subject)} and resolved_at is null`,
  )
}

/** The products that were not charged, with the bills of their last payment. */
export async function findNotCharged(
  queries: Queries,
  client: string,
): Promise<{ accountNumber: string; policyNumber: string; billNumbers: number[] }[]> {
  return await queries.rows(
    sql`select p.account_number, p.policy_number, coalesce(p.bill_numbers, '{}') as bill_numbers
      from myaccount_core.payment_difference d
      join myaccount_core.payment p on p.client = d.client and p.id = d.payment_id
      where d.client = ${client} and d.kind = 'notCharged' and d.resolved_at is null
      order by d.subject`,
  )
}

/** A product that was not charged for a reason that does not end by itself. */
export interface NotCharged {
  client: string
  policyNumber: string
  /** Cents of the last charge. */
  amount: number
  /** The class of the reason and the gateway's code. */
  detail: string
  firstAt: Date
  lastAt: Date
}

/** The products that were not charged, of every client, oldest first. */
export async function findAllNotCharged(queries: Queries): Promise<NotCharged[]> {
  return await queries.rows<NotCharged>(
    sql`select d.client, p.policy_number, d.ours::float8 as amount, d.detail,
        d.first_seen_at as first_at, d.last_seen_at as last_at
      from myaccount_core.payment_difference d
      join myaccount_core.payment p on p.client = d.client and p.id = d.payment_id
      where d.kind = 'notCharged' and d.resolved_at is null
      order by d.first_seen_at, d.subject`,
  )
}

/** Resolves the warnings about payments that were refunded, disputed or taken back. */
export async function resolveFraudWarnings(
  queries: Queries,
  client: string,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.payment_difference d set resolved_at = ${now}
      from myaccount_core.payment p
      where d.client = ${client} and d.kind = 'fraudWarning' and d.resolved_at is null
        and p.client = d.client and p.id = d.payment_id
        and p.status in ('refunded', 'returned', 'disputed', 'disputeLost')`,
  )
}

/** A required email that could not be written. */
export interface UnsentNotice {
  client: string
  /** The account, the notice and its id. */
  subject: string
  amount: number | null
  /** Why it could not be written. */
  detail: string
  at: Date
}

/**
 * The required emails that could not be written, until they are resolved: of every client, oldest
 * first.
 */
export async function findUnsentNotices(queries: Queries): Promise<UnsentNotice[]> {
  return await queries.rows<UnsentNotice>(
    sql`select client, substr(subject, length(client) + 2) as subject, ours::float8 as amount, detail, at
      from myaccount_core.payment_difference
      where kind = 'untold' and resolved_at is null order by at, subject`,
  )
}

function keyOf(client: string, subject: string): string {
  return `${client} ${subject}`
}
