import { randomUUID } from "node:crypto"
import { earlier, later } from "#platform/time.ts"
import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { clients, ids, otherClient, shared } from "#testing/second-tenant/keys.ts"
import { addPayment } from "#testing/second-tenant/tables.ts"
import * as requests from "./payment-method-requests.store.ts"
import { addMethods } from "./payment-methods.load.store.ts"
import * as methods from "./payment-methods.store.ts"

const { account, recordId, crossedAccounts, noon, crossedRecordId, deletedRecordId, tokenHash } =
  shared
const anHourAgo = earlier(noon, { hours: 1 })

export const methodCases: IsolationCase[] = [
  {
    name: "findRequestByToken",
    run: (tx, client) => requests.findRequestByToken(tx, client, account, tokenHash),
  },
  {
    name: "findOpenMethodChange",
    run: (tx, client) => requests.findOpenMethodChange(tx, client, recordId),
  },
  {
    name: "findStatus",
    run: (tx, client) => requests.findStatus(tx, client, ids.methodRequest.deletion),
  },
  {
    name: "claimDueRequests",
    // Only Harbor Mutual's request is due.
    run: (tx, client) =>
      requests.claimDueRequests(tx, client === "harbor" ? noon : anHourAgo, noon, 10),
  },
  {
    name: "endRequest",
    run: (tx, client) => requests.endRequest(tx, client, ids.methodRequest.change, "open", "done"),
  },
  {
    name: "tryRequestLater",
    run: (tx, client) => requests.tryRequestLater(tx, client, ids.methodRequest.change, noon),
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
      const elsewhere = otherClient(client)
      await methods.insertMethod(
        tx,
        { ...method("PM-elsewhere"), client: elsewhere, remembered: true },
        noon,
      )
      return await addMethods(tx, client, [method("PM-elsewhere")], noon)
    },
  },
  { name: "findMethods", run: (tx, client) => methods.findMethods(tx, client, account) },
  {
    name: "findMethods for one payment that the other client has made",
    async run(tx, client) {
      const once = { ...method("PM-once"), client, remembered: false }
      await methods.insertMethod(tx, once, noon)
      await addPayment(tx, {
        ...{ client: otherClient(client), id: randomUUID(), methodRecordId: once.recordId },
        ...{ policyNumber: shared.policy, idempotencyKey: "once", status: "accepted", number: 99 },
        ...{ confirmationNumber: "C-99", appliedAt: noon },
      })
      return await methods.findMethods(tx, client, account, { notRemembered: "unpaid" })
    },
  },
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
      const elsewhere = otherClient(client)
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
      for (const one of clients) {
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
]

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
