import type { Deps } from "#services/deps.ts"
import type { Payment } from "../paying/payments.store.ts"
import type { PostingFailures } from "../paying/posting-failures.ts"
import { createRefundEmails } from "./refund-emails.ts"
import { refundJob } from "./refund-job.ts"
import { createRefundRequests } from "./refund-requests.ts"
import { createRefunding } from "./refunding.ts"
import { findRefund, findRefunds, findWaitingRefunds } from "./refunds.store.ts"

export { reasonNotRefundable, refundableAmount } from "./refund-state.ts"
export type { RefundRow } from "./refunds.store.ts"

/** Refunds of payments, requested by staff or made by other software at the gateway. */
export function createRefunds(deps: Deps, postingFailures: PostingFailures) {
  const { database, clock } = deps
  const refunding = createRefunding(deps, createRefundEmails(deps), postingFailures)
  return {
    ...createRefundRequests(deps, refunding),
    readRefunds: refunding.readRefunds,
    /** The refund with this id, if it belongs to one of these clients. */
    find: async (clients: string[], id: string) => await findRefund(database, clients, id),
    /** The refunds of these payments, oldest first. */
    of: async (client: string, paymentIds: string[]) =>
      await findRefunds(database, client, paymentIds),
    hasSome: async ({ client, id }: Pick<Payment, "client" | "id">) =>
      (await findRefunds(database, client, [id])).length > 0,
    /** The requests of these clients that wait for dual approval, oldest first. */
    waiting: async (clients: string[]) => await findWaitingRefunds(database, clients, clock.now()),
    job: refundJob(deps, refunding),
  }
}

export type Refunds = ReturnType<typeof createRefunds>
