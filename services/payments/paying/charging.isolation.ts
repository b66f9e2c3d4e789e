import type { Queries } from "#database/sql.ts"
import { earlier } from "#platform/time.ts"
import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { ids, otherClient, shared } from "#testing/second-tenant/keys.ts"
import * as charging from "./charging.store.ts"
import * as payments from "./payments.store.ts"
import { claimAuthenticating, isPaidLate, markAuthenticating } from "./payments.store.ts"
import { markReportsMatched } from "./unmatched-reports.store.ts"

const { account, paidPolicy, noon, idempotencyKey } = shared
const anHourAgo = earlier(noon, { hours: 1 })

export const chargingCases: IsolationCase[] = [
  {
    name: "claimAuthenticating",
    run: (tx, client) =>
      claimAuthenticating(tx, { client, accountNumber: account }, idempotencyKey, noon),
  },
  {
    name: "markAuthenticating",
    run: (tx, client) =>
      markAuthenticating(tx, { client, id: ids.payment.submitted, tries: 1 }, noon, anHourAgo),
  },
  {
    name: "writeStep",
    run: (tx, client) =>
      charging.writeStep(tx, client, ids.payment.submitted, {
        ...{ from: "submitted", to: "accepted", reason: "", gatewayReference: "", refunded: 0 },
        ...{ confirmationNumber: "C-0", now: noon, claimedUntil: null },
      }),
  },
  {
    name: "lockPayment",
    run: (tx, client) => charging.lockPayment(tx, client, ids.payment.accepted),
  },
  {
    name: "markApplied",
    run: (tx, client) =>
      inTurn([true, false], (isShown) =>
        charging.markApplied(tx, client, ids.payment.settled, noon, { isShown, lookAt: noon }),
      ),
  },
  {
    name: "markShown",
    run: (tx, client) => charging.markShown(tx, { client, id: ids.payment.settled }, noon),
  },
  {
    name: "stopLooking",
    run: (tx, client) => charging.stopLooking(tx, { client, id: ids.payment.settled, tries: 1 }),
  },
  {
    name: "markKeySpent",
    run: (tx, client) => charging.markKeySpent(tx, { client, id: ids.payment.submitted }, noon),
  },
  {
    name: "markReversed",
    run: (tx, client) => charging.markReversed(tx, client, ids.payment.settled, noon),
  },
  {
    name: "findTakenBackAt",
    run: (tx, client) => charging.findTakenBackAt(tx, client, ids.payment.disputed),
  },
  {
    name: "claimDuePayments",
    // Only Harbor Mutual's payment is due.
    run: (tx, client) =>
      charging.claimDuePayments(tx, client === "harbor" ? noon : anHourAgo, noon, 10),
  },
  {
    name: "workLater",
    run: (tx, client) =>
      charging.workLater(tx, { client, id: ids.payment.settled, tries: 1 }, anHourAgo),
  },
  {
    name: "markReportsMatched",
    run: (tx, client) => markReportsMatched(tx, { client, id: ids.payment.accepted }, noon),
  },
  {
    name: "isPaidLate",
    async run(tx, client) {
      const elsewhere = otherClient(client)
      await chargeLate(tx, elsewhere, 50)
      const isPaid = await isPaidLate(tx, { client, policyNumber: paidPolicy, number: 0 })
      return [isPaid, await chargeLate(tx, client, 40)]
    },
  },
]

/** Stores a payment that is declined and then charged after all. Returns its number. */
async function chargeLate(tx: Queries, client: string, number: number) {
  const id = `00000000-0000-4000-8000-0000000000${number}`
  const text = { accountNumber: account, policyNumber: paidPolicy, productDesc: "", gateway: "" }
  const named = { methodRecordId: "", methodLabel: "", methodLastFour: "", methodReference: "" }
  const made = { client, id, number, amount: 100, idempotencyKey: id, siteAddress: "" }
  const kinds = { origin: "payNow", methodKind: "card" } as const
  const nothing = {
    dueDate: null,
    coveredUntil: null,
    graceUntil: null,
    staffUserid: null,
    submittedAt: noon,
    billNumbers: null,
    pays: null,
  }
  await payments.insertPayment(tx, { ...text, ...named, ...made, ...kinds, ...nothing }, noon)
  const step = { reason: "", gatewayReference: "", refunded: 0, now: noon, claimedUntil: null }
  const declined = { ...step, from: "submitted", to: "declined", confirmationNumber: null } as const
  const confirmationNumber = `late ${number}`
  const accepted = { ...step, from: "declined", to: "accepted", confirmationNumber } as const
  await charging.writeStep(tx, client, id, declined)
  await charging.writeStep(tx, client, id, accepted)
  return (await payments.findPayment(tx, client, id))?.number
}
