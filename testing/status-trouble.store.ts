import { type Queries, sql } from "#database/sql.ts"
import { earlier, later } from "#platform/time.ts"

/** A time at which no row is due, so that no job works on it: after every test. */
const neverDue = (now: Date) => later(now, { days: 30 })

/** Makes the payments of a client unresolved, or accepted and not posted, for this many minutes. */
export async function letPaymentsWait(
  queries: Queries,
  client: string,
  wait: { status: "unknown" | "accepted"; minutes: number },
  now: Date,
): Promise<void> {
  const at = earlier(now, { minutes: wait.minutes })
  const isAccepted = wait.status === "accepted"
  await queries.rows(
    sql`update myaccount_core.payment set status = ${wait.status}, submitted_at = ${at},
        decided_at = ${isAccepted ? at : null}, applied_at = null,
        confirmation_number = ${isAccepted ? "20000001" : null}, next_try_at = ${neverDue(now)}
      where client = ${client}`,
  )
}

/** Adds an email that has been waiting for this many minutes. */
export async function letEmailWait(queries: Queries, minutes: number, now: Date): Promise<void> {
  await queries.rows(
    sql`insert into mail.outbox (id, sealed, created_at, next_try_at)
      values (gen_random_uuid(), '\\x00', ${earlier(now, { minutes })}, ${neverDue(now)})`,
  )
}

/** Marks the last try of each waiting email as failed, for this reason. */
export async function letEmailTriesFail(queries: Queries, reason: string): Promise<void> {
  await queries.rows(
    sql`update mail.outbox set tries = tries + 1, last_error = ${reason} where sent_at is null`,
  )
}

/** Moves the end of a client's only billing run this many hours into the past. */
export async function letBillingWait(
  queries: Queries,
  client: string,
  hours: number,
  now: Date,
): Promise<void> {
  const at = earlier(now, { hours })
  await queries.rows(
    sql`insert into myaccount_core.billing_run (client, day, claimed_until, finished_at)
      values (${client}, '2026-01-01', ${at}, ${at})`,
  )
}

/** Deletes all waiting emails. */
export async function dropWaitingEmails(queries: Queries): Promise<void> {
  await queries.rows(sql`delete from mail.outbox where sent_at is null`)
}
