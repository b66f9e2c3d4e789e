import assert from "node:assert/strict"
import type { Queries } from "#database/sql.ts"
import { earlier, later } from "#platform/time.ts"
import { contactChangesOf } from "#services/profile/contact/contact-changes.store.ts"
import { deleteEmailHold, lockEmailHold } from "#services/profile/new-email/email-holds.store.ts"
import {
  deleteNewEmail,
  findNewEmail,
  lockNewEmail,
} from "#services/profile/new-email/new-email.store.ts"
import { beginBillingRun } from "#testing/billing-runs.store.ts"
import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { ownId, shared, sharedId } from "#testing/second-tenant/rows.store.ts"
import { findRecentOutcomes, findWaitingNow } from "./account/payment-status.store.ts"
import {
  closeChange,
  findAgreedBilling,
  findChangeState,
  findOpenAutoPayChange,
  insertChange,
  isBeingSetTo,
} from "./auto-pay/auto-pay.store.ts"
import { findAutoPayNews, findFailedPayments } from "./auto-pay/auto-pay-failures.store.ts"
import {
  coverSuspensions,
  endSuspensions,
  endSuspensionsFor,
  findSuspendedProducts,
  findSuspensions,
  insertSuspension,
  isSuspended,
} from "./auto-pay/auto-pay-suspensions.store.ts"
import { findBillingProgress } from "./auto-pay/billing-progress.store.ts"
import {
  claimNextRun,
  findExpiringCards,
  findUnsentDeclineNotices,
  finishRun,
  insertNotice,
  moveClaim,
} from "./auto-pay/billing-run.store.ts"
import { allDropped } from "./auto-pay/charge-notices.isolation.ts"
import { findDroppedCharges } from "./auto-pay/dropped-charges.store.ts"
import {
  closeSkip,
  dropSkip,
  findMadeSkips,
  findSkips,
  findSkipsToFollow,
  moveSkip,
} from "./auto-pay/skips.store.ts"
import * as requests from "./methods/payment-method-requests.store.ts"
import { addMethods } from "./methods/payment-methods.load.store.ts"
import * as methods from "./methods/payment-methods.store.ts"
import {
  findAuthorization,
  findAuthorizations,
  findAuthorizedCharges,
  findLastAutoPayAgreement,
  insertAuthorization,
} from "./paying/authorizations.store.ts"
import * as charging from "./paying/charging.store.ts"
import * as payments from "./paying/payments.store.ts"
import {
  claimAuthenticating,
  findPaymentEvents,
  isPaidLate,
  markAuthenticating,
} from "./paying/payments.store.ts"
import { findStoredSoFar } from "./paying/product-lock.store.ts"
import { markReportsMatched } from "./paying/unmatched-reports.store.ts"

const { account, policy, quietPolicy, paidPolicy, recordId, crossedAccounts, noon } = shared
const { crossedRecordId, deletedRecordId, idempotencyKey, tokenHash } = shared
const anHourAgo = earlier(noon, { hours: 1 })

export const paymentCases: IsolationCase[] = [
  {
    name: "findLastAutoPayAgreement",
    run: (tx, client) => findLastAutoPayAgreement(tx, { client, accountNumber: account }),
  },
  {
    name: "findLastAutoPayAgreement when the other client's customer has agreed later",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      await agree(tx, { client: elsewhere, policyNumber: quietPolicy }, new Date("2999-01-01"))
      return await findLastAutoPayAgreement(tx, { client, accountNumber: account })
    },
  },
  {
    name: "findAuthorizations",
    run: (tx, client) => findAuthorizations(tx, client, account),
  },
  {
    name: "findAuthorization",
    run: (tx, client) =>
      inTurn([4, 6], (kind) => findAuthorization(tx, client, account, sharedId(kind))),
  },
  {
    name: "findAuthorizedCharges",
    run: (tx, client) => findAuthorizedCharges(tx, client, account),
  },
  {
    name: "findAgreedBilling",
    async run(tx, client) {
      await closeChange(tx, client, sharedId(4), "made")
      return await findAgreedBilling(tx, client, new Date(0))
    },
  },
  {
    name: "insertChange",
    async run(tx, client) {
      const of = { client, accountNumber: account, policyNumber: quietPolicy }
      const authorizationId = await agree(tx, of, noon)
      const billing = { frequencyCode: "M", paymentMethodRecordId: null, paymentMethodLabel: "" }
      const words = { before: {}, after: {}, siteAddress: "http://localhost" }
      const change = { authorizationId, ...of, seen: billing, wanted: billing, ...words }
      return await insertChange(tx, change, noon)
    },
  },
  {
    name: "findChangeState",
    run: (tx, client) => inTurn([4, 6], (kind) => findChangeState(tx, client, sharedId(kind))),
  },
  { name: "closeChange", run: (tx, client) => closeChange(tx, client, sharedId(4), "made") },
  { name: "findOpenAutoPayChange", run: (tx, client) => findOpenAutoPayChange(tx, client, policy) },
  {
    name: "isBeingSetTo",
    run: (tx, client) => isBeingSetTo(tx, client, account, recordId),
  },
  {
    name: "findUntoldDeclines",
    run: (tx, client) => findUnsentDeclineNotices(tx, client, anHourAgo, 100),
  },
  {
    name: "claimNextRun",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      const days = [{ timeZone: "America/New_York", day: "2026-03-02" }]
      await beginBillingRun(tx, elsewhere, "2026-03-02", noon)
      await finishRun(tx, elsewhere, "2026-03-02", noon)
      const after = client.slice(0, -1)
      const other = await claimNextRun(tx, days, { after, left: [client] }, noon, noon)
      assert.notEqual(other?.client, client)
      return await claimNextRun(tx, days, { after, left: [] }, noon, noon)
    },
  },
  {
    name: "finishRun",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      await beginBillingRun(tx, client, "2026-03-02", noon)
      await beginBillingRun(tx, elsewhere, "2026-03-02", noon)
      await finishRun(tx, client, "2026-03-02", noon)
    },
  },
  {
    name: "findBillingProgress",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      await beginBillingRun(tx, client, "2998-01-01", noon)
      await finishRun(tx, client, "2998-01-01", noon)
      for (const day of ["2999-01-01", "2999-01-02"]) {
        await beginBillingRun(tx, elsewhere, day, noon)
      }
      await finishRun(tx, elsewhere, "2999-01-01", anHourAgo)
      return (await findBillingProgress(tx)).find((progress) => progress.client === client)
    },
  },
  { name: "findWaitingNow", run: (tx, client) => findWaitingNow(tx, [client, "wayfarer"], noon) },
  {
    name: "findRecentOutcomes",
    run: (tx, client) => findRecentOutcomes(tx, [client, "wayfarer"], earlier(noon, { days: 60 })),
  },
  {
    name: "moveClaim",
    async run(tx, client) {
      for (const one of ["harbor", "twin"]) await beginBillingRun(tx, one, "2026-03-02", noon)
      await moveClaim(tx, client, "2026-03-02", anHourAgo)
    },
  },
  {
    name: "findExpiringCards",
    run: async (tx, client) =>
      (await findExpiringCards(tx, client, "2031-08-01", "2031-08-31", 0, 100)).map(
        ({ number: _, ...card }) => card,
      ),
  },
  {
    name: "findFailedPayments",
    run: (tx, client) => findFailedPayments(tx, { client, accountNumber: account }, anHourAgo),
  },
  {
    name: "endSuspensionsFor",
    run: (tx, client) => endSuspensionsFor(tx, client, ["methodGone"], noon),
  },
  {
    name: "findSuspensions",
    run: (tx, client) => findSuspensions(tx, { client, accountNumber: account }),
  },
  {
    name: "findAutoPayNews",
    run: (tx, client) =>
      inTurn([account, ...crossedAccounts], (accountNumber) =>
        findAutoPayNews(tx, { client, accountNumber }, anHourAgo, "2031-08-31", [policy]),
      ),
  },
  {
    name: "findSuspendedProducts",
    run: (tx, client) =>
      inTurn(["methodGone", "dropped", "lost"], (reason) =>
        findSuspendedProducts(tx, client, reason),
      ),
  },
  { name: "isSuspended", run: (tx, client) => isSuspended(tx, client, policy, recordId) },
  {
    name: "insertSuspension",
    run: (tx, client) =>
      insertSuspension(tx, {
        id: "00000000-0000-4000-8000-0000000000fe",
        ...{ client, accountNumber: account, policyNumber: paidPolicy },
        methodRecordId: recordId,
        paymentId: null,
        reason: "methodGone",
        suspendedAt: noon,
      }),
  },
  {
    name: "endSuspensions",
    run: (tx, client) =>
      coverAndEnd(tx, { client, policyNumber: policy, methodRecordId: recordId }),
  },
  {
    name: "endSuspensions of a suspension between the changes of the two clients",
    async run(tx, client) {
      const of = { client, policyNumber: paidPolicy, methodRecordId: "PM-other" }
      await insertSuspension(tx, {
        ...of,
        id: "00000000-0000-4000-8000-0000000000fe",
        accountNumber: account,
        paymentId: null,
        reason: "methodGone",
        suspendedAt: new Date(noon.getTime() + 500),
      })
      await coverAndEnd(tx, of)
    },
  },
  {
    name: "endSuspensions of an authorization that both clients have",
    async run(tx, client) {
      const of = { policyNumber: "4009990099", methodRecordId: "PM-other" }
      let authorizationId = ""
      for (const one of ["harbor", "twin"]) {
        authorizationId = await agree(tx, { client: one, ...of }, noon)
        await insertSuspension(tx, {
          ...of,
          id: "00000000-0000-4000-8000-0000000000fe",
          client: one,
          accountNumber: account,
          paymentId: null,
          reason: "methodGone",
          suspendedAt: noon,
        })
        await coverSuspensions(tx, { client: one, ...of, authorizationId })
      }
      await endSuspensions(tx, { client, authorizationId }, noon)
    },
  },
  {
    name: "findUndecidedToShow",
    run: (tx, client) => payments.findUndecidedToShow(tx, client, account),
  },
  { name: "contactChangesOf", run: (tx, client) => contactChangesOf(tx, client, account) },
  { name: "findNewEmail", run: (tx, client) => findNewEmail(tx, client, account, noon) },
  {
    name: "lockNewEmail",
    async run(tx, client) {
      const own = { client, accountNumber: account, userid: "", fromAddress: "", toAddress: "" }
      return [
        await lockNewEmail(tx, { ...own, id: ownId("harbor", 8) }),
        await lockNewEmail(tx, { ...own, id: ownId("twin", 8) }),
      ]
    },
  },
  { name: "lockEmailHold", run: (tx, client) => lockEmailHold(tx, client, account, noon) },
  { name: "deleteEmailHold", run: (tx, client) => deleteEmailHold(tx, client, account) },
  { name: "deleteNewEmail", run: (tx, client) => deleteNewEmail(tx, client, account) },
  {
    name: "findRequestByToken",
    run: (tx, client) => requests.findRequestByToken(tx, client, account, tokenHash),
  },
  {
    name: "findOpenMethodChange",
    run: (tx, client) => requests.findOpenMethodChange(tx, client, recordId),
  },
  { name: "findStatus", run: (tx, client) => requests.findStatus(tx, client, sharedId(4)) },
  {
    name: "claimDueRequests",
    // Only Harbor Mutual's request is due.
    run: (tx, client) =>
      requests.claimDueRequests(tx, client === "harbor" ? noon : anHourAgo, noon, 10),
  },
  {
    name: "endRequest",
    run: (tx, client) => requests.endRequest(tx, client, sharedId(3), "open", "done"),
  },
  {
    name: "tryRequestLater",
    run: (tx, client) => requests.tryRequestLater(tx, client, sharedId(3), noon),
  },
  {
    name: "findMethodOwner",
    run: (tx, client) =>
      inTurn([recordId, crossedRecordId, deletedRecordId], (one) =>
        inTurn([account, ...crossedAccounts], (accountNumber) =>
          methods.findMethodOwner(tx, { client, accountNumber }, one),
        ),
      ),
  },
  {
    name: "addMethods",
    // The first method is new, and people of both clients have the other.
    run: (tx, client) => addMethods(tx, client, [method("PM-new"), method(recordId)], noon),
  },
  {
    name: "addMethods that the other client has",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      await methods.insertMethod(
        tx,
        { ...method("PM-elsewhere"), client: elsewhere, remembered: true },
        noon,
      )
      return await addMethods(tx, client, [method("PM-elsewhere")], noon)
    },
  },
  {
    name: "findDroppedCharges when the method of another client was deleted",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      const recordId = `of ${client}`
      const saved = { ...method(recordId), client: elsewhere, remembered: true }
      await methods.insertMethod(tx, saved, noon)
      const deletedAt = later(noon, { hours: 9 })
      await methods.markDeleted(tx, elsewhere, account, recordId, deletedAt)
      return await findDroppedCharges(tx, client, allDropped)
    },
  },
  { name: "findMethods", run: (tx, client) => methods.findMethods(tx, client, account) },
  {
    name: "findDeleted",
    run: (tx, client) => methods.findDeleted(tx, client, account, deletedRecordId),
  },
  {
    name: "writeMethod",
    run: (tx, client) =>
      methods.writeMethod(tx, { ...method(recordId), client, remembered: true }, noon),
  },
  {
    name: "renewMethod",
    run: (tx, client) =>
      methods.renewMethod(
        tx,
        { ...method(recordId), client, expirationDate: "09/2033", remembered: true },
        { blockedReason: "account_closed" },
        noon,
      ),
  },
  {
    name: "markAuthorizationGone, holdUnauthorized and markAuthorized",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      const bank = { ...method("PM-bank"), kind: "bank", cardType: "", bankType: "C" } as const
      const saved = { ...bank, client, remembered: true }
      for (const one of [client, elsewhere]) {
        await methods.insertMethod(tx, { ...saved, client: one }, noon)
      }
      const hold = (one: string) => methods.holdUnauthorized(tx, one, account, "PM-bank")
      const marked = await methods.markAuthorizationGone(tx, client, "PM-bank", noon)
      const held = [await hold(client), await hold(elsewhere)]
      const verify = { verifyAt: "https://gateway.example", deposits: "code" } as const
      const authorized = await methods.markAuthorized(tx, saved, verify, noon)
      return [marked, held, authorized, await hold(client)]
    },
  },
  {
    name: "findMethodsToRemind and markReminded",
    async run(tx, client) {
      const verifyAt = "https://gateway.example"
      for (const one of ["harbor", "twin"]) {
        const saved = { ...method("PM-remind"), verifyAt, client: one, remembered: true }
        await methods.insertMethod(tx, saved, noon)
      }
      const isReminded = await methods.markReminded(tx, client, "PM-remind")
      const due = await methods.findMethodsToRemind(tx, later(noon, { days: 4 }), 100)
      return [isReminded, due.filter((one) => one.client === client)]
    },
  },
  {
    name: "holdMethod",
    run: (tx, client) =>
      inTurn(crossedAccounts, (number) => methods.holdMethod(tx, client, number, crossedRecordId)),
  },
  {
    name: "markDeleted",
    run: (tx, client) => methods.markDeleted(tx, client, account, recordId, noon),
  },
  { name: "findSkips", run: (tx, client) => findSkips(tx, client, account) },
  {
    name: "findMadeSkips",
    async run(tx, client) {
      await closeSkip(tx, client, sharedId(9))
      return await findMadeSkips(tx, client, new Date(0))
    },
  },
  {
    name: "findSkipsToFollow",
    async run(tx, client) {
      await closeSkip(tx, client, sharedId(9))
      return await findSkipsToFollow(tx, client, "2026-03-01")
    },
  },
  {
    name: "findSkipsToFollow when only the other client's customer was told about the end",
    async run(tx, client) {
      await closeSkip(tx, client, sharedId(9))
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      await insertNotice(tx, elsewhere, `skip ended ${sharedId(9)}`, noon)
      return await findSkipsToFollow(tx, client, "2026-03-01")
    },
  },
  { name: "moveSkip", run: (tx, client) => moveSkip(tx, client, sharedId(9), ["2026-03-14"]) },
  { name: "closeSkip", run: (tx, client) => closeSkip(tx, client, sharedId(9)) },
  { name: "dropSkip", run: (tx, client) => dropSkip(tx, client, sharedId(9)) },
  {
    name: "insertPayment of auto pay",
    async run(tx, client) {
      const ids: (string | null)[] = []
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
        const nothing = { dueDate: null, staffUserid: null, submittedAt: noon }
        const isRecorded = await payments.insertPayment(
          tx,
          { ...text, ...named, ...made, ...kinds, ...nothing, billNumbers: [1] },
          noon,
          [dueDate],
        )
        const payment = isRecorded ? await payments.findPayment(tx, client, id) : undefined
        ids.push(payment ? (payment.authorizationId ?? "none") : null)
        // Afterward, another payment of the product can be open.
        const to = { from: "submitted", to: "declined", reason: "", gatewayReference: "" } as const
        const end = { refunded: 0, confirmationNumber: null, now: noon, claimedUntil: null }
        await charging.writeStep(tx, client, id, { ...to, ...end })
      }
      return ids
    },
  },
  { name: "findPayment", run: (tx, client) => payments.findPayment(tx, client, sharedId(1)) },
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
    run: (tx, client) => findPaymentEvents(tx, client, [sharedId(14)]),
  },
  {
    name: "nameAuthorization",
    run: (tx, client) => payments.nameAuthorization(tx, client, sharedId(1), sharedId(5)),
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
    name: "claimAuthenticating",
    run: (tx, client) =>
      claimAuthenticating(tx, { client, accountNumber: account }, idempotencyKey, noon),
  },
  {
    name: "markAuthenticating",
    run: (tx, client) =>
      markAuthenticating(tx, { client, id: sharedId(0), tries: 1 }, noon, anHourAgo),
  },
  {
    name: "writeStep",
    run: (tx, client) =>
      charging.writeStep(tx, client, sharedId(0), {
        ...{ from: "submitted", to: "accepted", reason: "", gatewayReference: "", refunded: 0 },
        ...{ confirmationNumber: "C-0", now: noon, claimedUntil: null },
      }),
  },
  { name: "lockPayment", run: (tx, client) => charging.lockPayment(tx, client, sharedId(1)) },
  {
    name: "markApplied",
    run: (tx, client) =>
      inTurn([true, false], (isShown) =>
        charging.markApplied(tx, client, sharedId(3), noon, { isShown, lookAt: noon }),
      ),
  },
  {
    name: "markShown",
    run: (tx, client) => charging.markShown(tx, { client, id: sharedId(3) }, noon),
  },
  {
    name: "stopLooking",
    run: (tx, client) => charging.stopLooking(tx, { client, id: sharedId(3), tries: 1 }),
  },
  {
    name: "markKeySpent",
    run: (tx, client) => charging.markKeySpent(tx, { client, id: sharedId(0) }, noon),
  },
  {
    name: "markReversed",
    run: (tx, client) => charging.markReversed(tx, client, sharedId(3), noon),
  },
  {
    name: "findTakenBackAt",
    run: (tx, client) => charging.findTakenBackAt(tx, client, sharedId(14)),
  },
  {
    name: "claimDuePayments",
    // Only Harbor Mutual's payment is due.
    run: (tx, client) =>
      charging.claimDuePayments(tx, client === "harbor" ? noon : anHourAgo, noon, 10),
  },
  {
    name: "workLater",
    run: (tx, client) => charging.workLater(tx, { client, id: sharedId(3), tries: 1 }, anHourAgo),
  },
  {
    name: "markReportsMatched",
    run: (tx, client) => markReportsMatched(tx, { client, id: sharedId(1) }, noon),
  },
  {
    name: "isPaidLate",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      await chargeLate(tx, elsewhere, 50)
      const isPaid = await isPaidLate(tx, { client, policyNumber: paidPolicy, number: 0 })
      return [isPaid, await chargeLate(tx, client, 40)]
    },
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

/** Stores an authorization of the account, with the same id at every client. Returns that id. */
async function agree(
  tx: Queries,
  { client, policyNumber }: { client: string; policyNumber: string },
  agreedAt: Date,
): Promise<string> {
  const id = "00000000-0000-4000-8000-0000000000ff"
  const who = { actorKind: "customer", actorUserid: "a", subjectUserid: "a", ip: "" } as const
  const read = { kind: "add", content: "", version: "", authorised: {} } as const
  const of = { client, accountNumber: account, policyNumber }
  await insertAuthorization(tx, { id, ...of, ...read, ...who, agreedAt })
  return id
}

/** Stores a payment that is declined and then charged after all. Returns its number. */
async function chargeLate(tx: Queries, client: string, number: number) {
  const id = `00000000-0000-4000-8000-0000000000${number}`
  const text = { accountNumber: account, policyNumber: paidPolicy, productDesc: "", gateway: "" }
  const named = { methodRecordId: "", methodLabel: "", methodLastFour: "", methodReference: "" }
  const made = { client, id, number, amount: 100, idempotencyKey: id, siteAddress: "" }
  const kinds = { origin: "payNow", methodKind: "card" } as const
  const nothing = {
    dueDate: null,
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

function method(id: string) {
  return {
    recordId: id,
    accountNumber: account,
    kind: "card" as const,
    holderName: "A. Person",
    cardType: "VS" as const,
    bankType: "" as const,
    lastFour: "4242",
    expirationDate: "08/2031",
    institution: "",
    maskedRoutingNumber: "",
    addressLine1: "",
    addressLine2: "",
    addressLine3: "",
    cityName: "",
    stateCode: "",
    zipCode: "",
    gateway: "sandbox",
    verifyAt: "",
    gatewayReference: "sample.visa.08-2031.new",
  }
}

async function coverAndEnd(
  tx: Queries,
  of: { client: string; policyNumber: string; methodRecordId: string },
): Promise<void> {
  const change = { ...of, authorizationId: sharedId(4) }
  await coverSuspensions(tx, change)
  await endSuspensions(tx, change, noon)
}
