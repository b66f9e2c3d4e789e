import { earlier } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { ids, shared } from "#testing/second-tenant/keys.ts"
import * as refunds from "./refunds.store.ts"

const { noon, refundedAccount } = shared
const anHourAgo = earlier(noon, { hours: 1 })
const { waiting, made } = ids.refund

export const refundCases: IsolationCase[] = [
  {
    name: "findRefund",
    run: (tx, client) => refunds.findRefund(tx, [client, "wayfarer"], waiting),
  },
  {
    name: "findRefundByKey",
    run: (tx, client) => refunds.findRefundByKey(tx, client, "the key of a refund"),
  },
  {
    name: "findRefunds",
    run: (tx, client) => refunds.findRefunds(tx, client, [ids.payment.accepted]),
  },
  {
    name: "findRefundsOfAccount",
    run: (tx, client) => refunds.findRefundsOfAccount(tx, client, shared.account),
  },
  {
    name: "lockRefundsOfAccount",
    run: (tx, client) => refunds.lockRefundsOfAccount(tx, client, refundedAccount),
  },
  {
    name: "findWaitingRefunds",
    run: (tx, client) => refunds.findWaitingRefunds(tx, [client, "wayfarer"], noon),
  },
  {
    name: "decideRefund",
    run: (tx, client) =>
      refunds.decideRefund(tx, client, waiting, {
        ...{ by: "agent.osei", at: noon, status: "refused", claimedUntil: null },
      }),
  },
  {
    name: "withdrawRefund",
    run: (tx, client) => refunds.withdrawRefund(tx, client, waiting, "agent.kim", noon),
  },
  {
    name: "writeRefundState",
    run: (tx, client) =>
      refunds.writeRefundState(tx, client, made, {
        ...{ status: "succeeded", gatewayReference: "re_2", now: noon, nextTryAt: noon },
      }),
  },
  {
    name: "markPosted of a refund",
    async run(tx, client) {
      await refunds.markRefundPosted(tx, client, made, "posted", noon)
    },
  },
  {
    name: "markPosted of a refund that failed",
    async run(tx, client) {
      await refunds.markRefundPosted(tx, client, made, "undone", noon)
    },
  },
  {
    name: "claimRefunds",
    // Only Harbor Mutual's refund is due.
    run: (tx, client) => refunds.claimRefunds(tx, client === "harbor" ? noon : anHourAgo, noon, 10),
  },
  {
    name: "releaseRefund",
    run: (tx, client) => refunds.releaseRefund(tx, { client, id: made, tries: 1 }, anHourAgo),
  },
]
