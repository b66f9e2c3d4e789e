import { type Queries, sql } from "#database/sql.ts"
import type { MailBacklog } from "./port.ts"

/** A row without a recipient is finished from the start, so that no worker takes it. */
export async function insertEmail(
  queries: Queries,
  email: { id: string; sealed: Buffer; now: Date; expiresAt: Date | null; hasNoRecipient: boolean },
): Promise<void> {
  const { id, sealed, now, expiresAt, hasNoRecipient } = email
  await queries.rows(
    sql`insert into mail.outbox (id, sealed, created_at, expires_at, next_try_at, given_up_at)
      values (${id}, ${hasNoRecipient ? null : sealed}, ${now}, ${expiresAt}, ${now},
        ${hasNoRecipient ? now : null})`,
  )
}

export async function deleteEmail(queries: Queries, id: string): Promise<void> {
  await queries.rows(sql`delete from mail.outbox where id = ${id}`)
}

/** The emails that still have their content. */
export async function findWaiting(queries: Queries): Promise<{ id: string; sealed: Buffer }[]> {
  return await queries.rows(sql`select id, sealed from mail.outbox where sealed is not null`)
}

export interface DueEmail {
  id: string
  sealed: Buffer
  createdAt: Date
  expiresAt: Date | null
  /** How many tries there have been, including this one; identifies the claim. */
  tries: number
}

/**
 * Claims up to `limit` due emails for the caller until `leaseUntil`. A row that was neither
 * finished nor delayed by then is due again, because its process has ended.
 */
export async function claimDue(
  queries: Queries,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<DueEmail[]> {
  return await queries.rows<DueEmail>(
    sql`update mail.outbox set tries = tries + 1, next_try_at = ${leaseUntil}
      where id in (
        select id from mail.outbox
        where sent_at is null and given_up_at is null and next_try_at <= ${now}
        order by next_try_at limit ${limit} for update skip locked)
      returning id, sealed, created_at, expires_at, tries`,
  )
}

/** Marks the email as sent, even if another process has claimed it in the meantime. */
export async function markSent(queries: Queries, id: string, now: Date): Promise<void> {
  await queries.rows(
    sql`update mail.outbox
      set sent_at = ${now}, sealed = null, given_up_at = null, last_error = null
      where id = ${id} and sent_at is null`,
  )
}

/**
 * Delays an email that no process has finished. Like `giveUp`, it compares both times in one
 * expression so that the planner does not use the index of all due emails: a plan made while the
 * table was empty read that whole index for each email.
 */
export async function tryLater(
  queries: Queries,
  claim: Pick<DueEmail, "id" | "tries">,
  nextTryAt: Date,
  reason: string,
): Promise<void> {
  await queries.rows(
    sql`update mail.outbox set next_try_at = ${nextTryAt}, last_error = ${reason}
      where id = ${claim.id} and tries = ${claim.tries} and num_nonnulls(sent_at, given_up_at) = 0`,
  )
}

export async function giveUp(
  queries: Queries,
  claim: Pick<DueEmail, "id" | "tries">,
  now: Date,
  reason: string,
): Promise<void> {
  await queries.rows(
    sql`update mail.outbox set given_up_at = ${now}, sealed = null, last_error = ${reason}
      where id = ${claim.id} and tries = ${claim.tries} and num_nonnulls(sent_at, given_up_at) = 0`,
  )
}

export async function findMailBacklog(queries: Queries): Promise<MailBacklog> {
  const [row] = await queries.rows<MailBacklog>(
    sql`select count(*)::int as waiting, min(created_at) as oldest_since,
        min(created_at) filter (where last_error not like '% RCPT TO' and last_error not like '% DATA')
          as failing_since
      from mail.outbox where sent_at is null and given_up_at is null`,
  )
  return row ?? { waiting: 0, oldestSince: null, failingSince: null }
}

export async function deleteFinished(queries: Queries, before: Date): Promise<void> {
  await queries.rows(
    sql`delete from mail.outbox where sent_at < ${before} or given_up_at < ${before}`,
  )
}
