import { earlier } from "#platform/time.ts"
import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { ids, shared } from "#testing/second-tenant/keys.ts"
import { findRecentOutcomes, findWaitingNow } from "../account/payment-status.store.ts"
import * as charging from "./charging.store.ts"
import { findCoverageBeforeDebits } from "./coverage.store.ts"
import * as payments from "./payments.store.ts"
import { findPaymentEvents } from "./payments.store.ts"
import { findStoredSoFar } from "./product-lock.store.ts"

const {
  account,
  policy,
  quietPolicy,
  paidPolicy,
  recordId,
  crossedAccounts,
  noon,
  crossedRecordId,
  idempotencyKey,
} = shared

export const paymentCases: IsolationCase[] = [
  { name: "findWaitingNow", run: (tx, client) => findWaitingNow(tx, [client, "wayfarer"], noon) },
  {
    name: "findRecentOutcomes",
    run: (tx, client) => findRecentOutcomes(tx, [client, "wayfarer"], earlier(noon, { days: 60 })),
  },
  {
    name: "findCoverageBeforeDebits",
    run: (tx, client) =>
      findCoverageBeforeDebits(tx, { client, accountNumber: account }, earlier(noon, { days: 60 })),
  },
  {
    name: "findUndecidedToShow",
    run: (tx, client) => payments.findUndecidedToShow(tx, client, account),
  },
  {
    name: "insertPayment of auto pay",
    async run(tx, client) {
      const authorizations: (string | null)[] = []
      for (const [index, [accountNumber = "", methodRecordId, dueDate]] of (
        [
          [crossedAccounts[0], crossedRecordId, "2026-03-20"],
          [crossedAccounts[1], crossedRecordId, "2026-03-20"],
          [account, recordId, "2026-03-12"],
          [account, recordId, "2026-03-13"],
          [account, recordId, "2026-03-20"],
        ] as const
      ).entries()) {
        const id = `00000000-0000-4000-8000-0000000001${index}0`
        const product = { client, accountNumber, policyNumber: quietPolicy }
        const number = (await findStoredSoFar(tx, product)).payments + 1
        const text = { accountNumber, policyNumber: quietPolicy, productDesc: "", gateway: "" }
        const named = { methodRecordId, methodLabel: "", methodLastFour: "", methodReference: "" }
        const made = { client, id, number, amount: 100, idempotencyKey: id, siteAddress: "" }
        const kinds = {
          origin: "autoPay",
          methodKind: "card",
          billNumbers: [1],
          pays: null,
        } as const
        const unknown = { dueDate: null, coveredUntil: null, graceUntil: null }
        const nothing = { ...unknown, staffUserid: null, submittedAt: noon }
        const isRecorded = await payments.insertPayment(
          tx,
          { ...text, ...named, ...made, ...kinds, ...nothing, billNumbers: [1] },
          noon,
          [dueDate],
        )
        const payment = isRecorded ? await payments.findPayment(tx, client, id) : undefined
        authorizations.push(payment ? (payment.authorizationId ?? "none") : null)
        // Afterward, another payment of the product can be open.
        const to = { from: "submitted", to: "declined", reason: "", gatewayReference: "" } as const
        const end = { refunded: 0, confirmationNumber: null, now: noon, claimedUntil: null }
        await charging.writeStep(tx, client, id, { ...to, ...end })
      }
      return authorizations
    },
  },
  {
    name: "findPayment",
    run: (tx, client) => payments.findPayment(tx, client, ids.payment.accepted),
  },
  {
    name: "findPaymentsByConfirmation",
    run: (tx, client) => payments.findPaymentsByConfirmation(tx, [client, "wayfarer"], "C-1"),
  },
  {
    name: "findPayingAccounts",
    async run(tx, client) {
      const both = [client, "wayfarer"]
      return await inTurn(
        [
          { policyNumber: paidPolicy },
          { accountNumber: account },
          { accountNumber: "ELSEWHERE 1" },
        ],
        (key) => payments.findPayingAccounts(tx, both, key),
      )
    },
  },
  {
    name: "findPaymentEvents",
    run: (tx, client) => findPaymentEvents(tx, client, [ids.payment.disputed]),
  },
  {
    name: "findStoredSoFar",
    run: (tx, client) =>
      inTurn([policy, paidPolicy], (policyNumber) =>
        findStoredSoFar(tx, { client, accountNumber: account, policyNumber }),
      ),
  },
  {
    name: "findPaymentByKey",
    run: (tx, client) => payments.findPaymentByKey(tx, client, account, idempotencyKey),
  },
  {
    name: "findUndecidedPayment",
    run: (tx, client) => payments.findUndecidedPayment(tx, client, policy),
  },
  {
    name: "findChargeUnderWay",
    run: (tx, client) => payments.findChargeUnderWay(tx, client, policy),
  },
  {
    name: "findPaymentsOfAccount",
    run: (tx, client) => payments.findPaymentsOfAccount(tx, client, account, 100),
  },
]
