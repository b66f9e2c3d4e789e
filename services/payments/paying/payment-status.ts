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
 * The payments of these clients that wait, and how far their billing is. `late`: payments that were made before it
 * and still wait are late. `recent`: the outcomes of later payments are counted.
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
