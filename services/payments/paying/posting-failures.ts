import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { type Waits, waitAfter } from "#platform/jobs/backoff.ts"
import { AccountSystemRefused } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { resolveStanding, writeStanding } from "../differences/standing-differences.store.ts"
import {
  type FailedPosting,
  findPostingFailures,
  type ListedPostingFailure,
  retryPosting,
} from "./posting-failures.store.ts"

/** Maximum retry interval of a rejected posting. The intervals grow up to it. */
export const longestRetrySeconds = 3_600

/** Keeps rejected postings visible until they are posted. */
export function createPostingFailures(
  { database, clock, log }: Pick<Deps, "database" | "clock" | "log">,
  { differences }: Pick<PaymentMetrics, "differences">,
) {
  return {
    /** Posts, and stores a rejection as a difference of the ledger. Errors: errors of `post`. */
    async noteOf<Result>(posting: FailedPosting, post: () => Promise<Result>): Promise<Result> {
      try {
        return await post()
      } catch (error) {
        if (!(error instanceof AccountSystemRefused)) throw error
        const { detail } = error
        log.error({ posting: posting.subject, detail }, "The account system refused a posting.")
        const { client, subject, paymentId, amount: ours } = posting
        const now = clock.now()
        const facts = { paymentId, ours, detail, at: now }
        const isNew = await database.transaction((tx) =>
          writeStanding(tx, { kind: "refused", client, subject }, facts, now),
        )
        if (isNew) differences.inc({ kind: "refused" })
        throw error
      }
    },

    /** Call it once a posting that was tried before has succeeded. */
    async settle(tx: Queries, client: string, subject: string): Promise<void> {
      await resolveStanding(tx, { kind: "refused", client, subject }, clock.now())
    },
  }
}

export type PostingFailures = ReturnType<typeof createPostingFailures>

/** Seconds until a posting is retried: at most the longest wait, unless it was rejected. */
export function waitAfterFailure(error: unknown, tries: number, waits: Waits): number {
  const isRejected = error instanceof AccountSystemRefused
  return waitAfter(tries, isRejected ? { ...waits, longest: longestRetrySeconds } : waits)
}

/** All postings that the account system currently rejects, of every client, oldest first. */
export async function listPostingFailures(database: Database): Promise<ListedPostingFailure[]> {
  return await findPostingFailures(database)
}

/** Makes the servers retry all of them within seconds. Returns them. */
export async function retryPostingFailures(
  database: Database,
  now: Date,
): Promise<ListedPostingFailure[]> {
  const refused = await findPostingFailures(database)
  for (const one of refused) await database.transaction((tx) => retryPosting(tx, one, now))
  return refused
}
