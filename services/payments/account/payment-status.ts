import type { Database } from "#database/open.ts"
import { type BillingProgress, findBillingProgress } from "../auto-pay/billing-progress.store.ts"
import {
  findRecentOutcomes,
  findWaitingNow,
  type RecentOutcome,
  type WaitingNow,
} from "./payment-status.store.ts"

/** The payments of some clients, as the status page needs them. */
export interface StatusPayments {
  waiting: WaitingNow
  recent: readonly RecentOutcome[]
  billing: readonly BillingProgress[]
}

/**
 * The waiting payments of these clients, and the progress of their billing. `late`: payments made
 * before this time that still wait are late. `recent`: outcomes of payments after this time are
 * counted.
 */
export type StatusOf = (
  clients: readonly string[],
  from: { late: Date; recent: Date },
) => Promise<StatusPayments>

export function createStatusOf(database: Database): StatusOf {
  return async (clients, from) => ({
    waiting: await findWaitingNow(database, clients, from.late),
    recent: await findRecentOutcomes(database, clients, from.recent),
    billing: (await findBillingProgress(database)).filter(({ client }) => clients.includes(client)),
  })
}
