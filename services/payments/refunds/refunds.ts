import type { Deps } from "#services/deps.ts"
import { createRefundEmails } from "./refund-emails.ts"
import { refundJob } from "./refund-job.ts"
import { createRefundRequests } from "./refund-requests.ts"
import { createRefunding } from "./refunding.ts"
import { findRefund, findRefunds, findWaitingRefunds } from "./refunds.store.ts"

export { refundableAmount } from "./refund-state.ts"
export type { RefundRow } from "./refunds.store.ts"

/** Refunds of payments: staff request them, and other software makes them at the gateway. */
export function createRefunds(deps: Deps) {
  const { database, clock } = deps
  const refunding = createRefunding(deps, createRefundEmails(deps))
  return {
    ...createRefundRequests(deps, refunding),
    readRefunds: refunding.readRefunds,
    find: async (id: string) => await findRefund(database, id),
    /** The refunds of these payments, oldest first. */
    of: async (paymentIds: string[]) => await findRefunds(database, paymentIds),
    hasSome: async (paymentId: string) => (await findRefunds(database, [paymentId])).length > 0,
    /** The requests of these clients that wait for dual approval, oldest first. */
    waiting: async (clients: string[]) => await findWaitingRefunds(database, clients, clock.now()),
    job: refundJob(deps, refunding),
  }
}

export type Refunds = ReturnType<typeof createRefunds>
