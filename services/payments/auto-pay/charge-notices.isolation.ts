import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { clients, ids, otherClient, shared, uuid } from "#testing/second-tenant/keys.ts"
import { addMethod } from "#testing/second-tenant/tables.ts"
import { findHeldMoney, markReposted, markRevoked } from "../adjustments/revoked.store.ts"
import { addDifferences } from "../differences/differences.store.ts"
import { insertAuthorization } from "../paying/authorizations.store.ts"
import { markApplied, writeStep } from "../paying/charging.store.ts"
import { findStoredPayments } from "../paying/payable.store.ts"
import { insertPayment, type NewPayment } from "../paying/payments.store.ts"
import { findStoredSoFar } from "../paying/product-lock.store.ts"
import { findPostingsToFind } from "../reconciliation/postings.store.ts"
import * as announced from "./announced-charges.store.ts"
import { closeChange, insertChange } from "./auto-pay.store.ts"
import { findAutoPayNews, findCanceledCharges } from "./auto-pay-failures.store.ts"
import { closeCanceled, findDroppedCharges } from "./dropped-charges.store.ts"
import { countUnsentChargeNotices, findUnsentChargeNotices } from "./unsent-charge-notices.store.ts"

const { account, recordId, noon, announcedPolicy: policy, billsDueBy, runDays } = shared
const id = uuid("fd")
const otherId = uuid("fe")
const thirdId = uuid("fc")
const allDropped = {
  since: "2026-01-01",
  today: "2026-12-31",
  after: "00000000-0000-0000-0000-000000000000",
  limit: 100,
}

export const chargeNoticeCases: IsolationCase[] = [
  {
    name: "findKnownCharges",
    run: (tx, client) => knownCharges(tx, client),
  },
  {
    name: "findKnownCharges when only this client's change of auto pay is made",
    async run(tx, client) {
      await closeChange(tx, client, ids.authorization.asked, "made")
      return await inTurn([recordId, "another method"], (one) => knownCharges(tx, client, one))
    },
  },
  {
    name: "findKnownCharges when the other client has a contradicted payment",
    async run(tx, client) {
      const elsewhere = otherClient(client)
      await charge(tx, elsewhere)
      // The payment with the same id is for another product here.
      await charge(tx, client, "4009990077")
      for (const one of [client, elsewhere]) await contradict(tx, one)
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKnownCharges when the other client's change of auto pay is not made yet",
    async run(tx, client) {
      await askChange(tx, otherClient(client))
      return await knownCharges(tx, client, "another method")
    },
  },
  {
    name: "findKnownCharges when the other client has charged the product after the agreement",
    async run(tx, client) {
      await closeChange(tx, client, ids.authorization.asked, "made")
      await charge(tx, otherClient(client))
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKnownCharges when only the other client's authorization of a product took effect",
    async run(tx, client) {
      await askChange(tx, client, { methodRecordId: recordId, product: `Of ${client}` })
      await agree(tx, otherClient(client), "Of the other client")
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKnownCharges when people of both clients authorized a product",
    async run(tx, client) {
      for (const one of clients) await agree(tx, one, `Of ${one}`)
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKnownCharges when the other client's payment has paid bills",
    async run(tx, client) {
      const bill = { number: 1, periodFrom: null, dueDate: "2026-02-07", amount: 100 }
      await charge(tx, otherClient(client), policy, [bill])
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKnownCharges when the other client made an announced charge",
    async run(tx, client) {
      const elsewhere = otherClient(client)
      await announce(tx, elsewhere, otherId, "2026-06-20")
      await charge(tx, elsewhere)
      await announced.markCharged(tx, elsewhere, otherId, id)
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKnownCharges when only the other client's announced charge was accepted",
    async run(tx, client) {
      await announce(tx, client, otherId, "2026-06-20")
      await submit(tx, client)
      await announced.markCharged(tx, client, otherId, id)
      await charge(tx, otherClient(client))
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKnownCharges when the other client announces what this one has closed",
    async run(tx, client) {
      await announce(tx, client, otherId, "2026-06-20")
      await announced.closeAnnounced(tx, client, otherId, noon)
      await announce(tx, otherClient(client), id, "2026-06-20")
      return await knownCharges(tx, client, "another method")
    },
  },
  {
    name: "findAutoPayNews when the other client has a contradicted payment",
    async run(tx, client) {
      const shownAt = { isShown: true, lookAt: noon }
      for (const one of clients) {
        await charge(tx, one)
        await markApplied(tx, one, id, noon, shownAt)
      }
      await contradict(tx, otherClient(client))
      const owner = { client, accountNumber: account }
      return await findAutoPayNews(tx, owner, noon, "2031-08-31", [policy])
    },
  },
  {
    name: "findStoredSoFar when the other client's payment is being recorded",
    async run(tx, client) {
      await charge(tx, otherClient(client))
      const product = { client, accountNumber: account, policyNumber: policy }
      return await findStoredSoFar(tx, product)
    },
  },
  {
    name: "findAutoPayNews when only the other client's payment is being recorded",
    async run(tx, client) {
      await charge(tx, otherClient(client))
      const owner = { client, accountNumber: account }
      return await findAutoPayNews(tx, owner, noon, "2031-08-31", [policy])
    },
  },
  {
    name: "findAutoPayNews when only the other client's payment was taken back",
    async run(tx, client) {
      await takeBack(tx, otherClient(client))
      const owner = { client, accountNumber: account }
      return await findAutoPayNews(tx, owner, noon, "2031-08-31", [policy])
    },
  },
  {
    name: "findKnownCharges when only the other client's payment was taken back",
    async run(tx, client) {
      await takeBack(tx, otherClient(client))
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKeptPayments when the payments of both clients were taken back",
    async run(tx, client) {
      for (const one of clients) {
        const bill = { number: 1, periodFrom: null, dueDate: "2026-02-07", amount: 100 }
        await takeBack(tx, one, [bill])
      }
      return await findStoredPayments(tx, client, policy)
    },
  },
  {
    name: "findKeptMoney when only the other client's payment was taken back",
    async run(tx, client) {
      await takeBack(tx, otherClient(client))
      return await findHeldMoney(tx, client)
    },
  },
  {
    name: "markReposted when the other client has a difference about its payment",
    async run(tx, client) {
      for (const one of clients) await takeBack(tx, one)
      const elsewhere = otherClient(client)
      await addDifferences(tx, await findHeldMoney(tx, elsewhere), noon)
      return await markReposted(tx, { client, id, revokedAt: noon }, later(noon, { hours: 1 }))
    },
  },
  {
    name: "findPostingsToFind when the other client's payment is being recorded",
    async run(tx, client) {
      for (const one of clients) await charge(tx, one)
      await markApplied(tx, client, id, noon, { isShown: true, lookAt: noon })
      return await findPostingsToFind(tx, client, noon)
    },
  },
  { name: "insertAnnouncement", run: (tx, client) => announce(tx, client, id, billsDueBy) },
  {
    name: "insertAnnouncement when only this client's change of auto pay is made",
    async run(tx, client) {
      await closeChange(tx, client, ids.authorization.asked, "made")
      // Each client has an agreement about the bills of one of these days.
      await announce(tx, client, id, "2026-04-20")
      await announce(tx, client, thirdId, "2026-04-21")
    },
  },
  {
    name: "findDroppedCharges",
    run: (tx, client) => findDroppedCharges(tx, client, allDropped),
  },
  {
    name: "findDroppedCharges when the other client's auto pay is being changed",
    async run(tx, client) {
      await askChange(tx, otherClient(client))
      return await findDroppedCharges(tx, client, allDropped)
    },
  },
  {
    name: "findDroppedCharges when the method of another client was deleted",
    async run(tx, client) {
      const deleted = { recordId: `of ${client}`, deletedAt: later(noon, { hours: 9 }) }
      await addMethod(tx, { client: otherClient(client), ...deleted, lastFour: "4242" })
      return await findDroppedCharges(tx, client, allDropped)
    },
  },
  { name: "findUntoldCharges", run: (tx, client) => findUnsentChargeNotices(tx, client, account) },
  {
    name: "countUntoldCharges",
    run: (tx, client) => countUnsentChargeNotices(tx, client, "2026-01-01", "2026-12-31"),
  },
  {
    name: "markCharged",
    run: (tx, client) =>
      announced.markCharged(tx, client, ids.announcement.retry, ids.payment.accepted),
  },
  {
    name: "supersedeAnnouncements",
    run: (tx, client) => announced.supersedeAnnouncements(tx, client, policy, id, noon),
  },
  {
    name: "supersedeAnnouncements when only the other client's announcement is open",
    async run(tx, client) {
      await announced.closeAnnounced(tx, client, ids.announcement.retry, noon)
      await announced.supersedeAnnouncements(tx, client, policy, id, noon)
    },
  },
  {
    name: "supersedeOtherMethods",
    run: (tx, client) =>
      inTurn([recordId, "another method"], (one) =>
        announced.supersedeOtherMethods(tx, client, policy, one, noon),
      ),
  },
  {
    name: "supersedeOtherMethods when only this client's change of auto pay is made",
    async run(tx, client) {
      await closeChange(tx, client, ids.authorization.asked, "made")
      await announced.supersedeOtherMethods(tx, client, policy, "another method", noon)
    },
  },
  {
    name: "supersedeAgreement",
    run: (tx, client) => announced.supersedeAgreement(tx, client, ids.authorization.asked, noon),
  },
  {
    name: "findAnnounced",
    run: (tx, client) => announced.findAnnounced(tx, client, ids.announcement.retry),
  },
  {
    name: "closeAnnounced",
    run: (tx, client) => announced.closeAnnounced(tx, client, ids.announcement.retry, noon),
  },
  {
    name: "closeAnnounced with what it replaced",
    async run(tx, client) {
      for (const one of clients) {
        // The first one is replaced by the second one.
        await announce(tx, one, id, "2026-06-20", "retry")
        await announce(tx, one, thirdId, "2026-06-20", "retry")
      }
      await announced.closeAnnounced(tx, client, thirdId, noon, true)
    },
  },
  {
    name: "closeToldOtherwise",
    run: (tx, client) => {
      const product = { client, accountNumber: account, policyNumber: policy }
      return announced.closeNotifiedOtherwise(tx, product, "2026-12-31", noon)
    },
  },
  {
    name: "findCanceledCharges",
    run: (tx, client) => {
      const product = { client, policyNumber: policy, billNumbers: [1] }
      return findCanceledCharges(tx, product, ["refused"])
    },
  },
  {
    name: "closeCanceled",
    run: (tx, client) => closeCanceled(tx, { client, id: ids.payment.notMade }, noon),
  },
  {
    name: "closeSettled",
    run: (tx, client) => announced.closeSettled(tx, client, billsDueBy, noon),
  },
  {
    name: "markDue",
    run: (tx, client) => announced.markDue(tx, client, [policy], billsDueBy),
  },
  {
    name: "hasRunBegun",
    run: (tx, client) => inTurn(runDays, (day) => announced.hasRunBegun(tx, client, day)),
  },
]

function knownCharges(tx: Queries, client: string, paymentMethodRecordId = recordId) {
  const products = [{ policyNumber: policy, paymentMethodRecordId }]
  return announced.findKnownCharges(tx, client, products, "2026-06-01")
}

function announce(
  tx: Queries,
  client: string,
  announcementId: string,
  dueBy: string,
  kind: "notice" | "retry" = "notice",
) {
  return announced.insertAnnouncement(tx, {
    ...{ id: announcementId, client, accountNumber: account, policyNumber: policy, kind },
    ...{ chargeOn: dueBy, billsDueBy: dueBy, dueDates: [dueBy], billNumbers: [1] },
    ...{ amount: 100, parts: null, methodRecordId: recordId },
    ...{ announcedOn: "2026-03-02", announcedAt: noon, authorizationId: null },
  })
}

/** Opens a bill although the charge has paid it. */
async function contradict(tx: Queries, client: string): Promise<void> {
  const difference = { kind: "billPaid", client, reference: "", ours: 1, theirs: 0 } as const
  await addDifferences(
    tx,
    [{ ...difference, subject: `${client} ${id}`, paymentId: id, at: noon }],
    noon,
  )
}

async function askChange(
  tx: Queries,
  client: string,
  {
    methodRecordId = null,
    product = "",
  }: { methodRecordId?: string | null; product?: string } = {},
): Promise<void> {
  const key = { client, accountNumber: account, policyNumber: policy }
  const actor = { actorKind: "customer", actorUserid: "a", subjectUserid: "a", ip: "" } as const
  await insertAuthorization(tx, {
    ...{ id, ...key, ...actor, kind: "add", content: "", version: "" },
    ...{ authorised: { product }, agreedAt: noon },
  })
  const choice = { frequencyCode: "M", paymentMethodRecordId: methodRecordId }
  const audited = { before: {}, after: {}, siteAddress: "" }
  const wanted = { ...choice, paymentMethodLabel: "" }
  await insertChange(tx, { authorizationId: id, ...key, seen: choice, wanted, ...audited }, noon)
}

/** Authorizes auto pay of this product for a person, and makes the change. */
async function agree(tx: Queries, client: string, product: string): Promise<void> {
  await askChange(tx, client, { methodRecordId: recordId, product })
  await closeChange(tx, client, id, "made")
}

/** Charges the announced product, or another one, by auto pay. */
async function charge(
  tx: Queries,
  client: string,
  of = policy,
  pays: NewPayment["pays"] = null,
): Promise<void> {
  await submit(tx, client, of, pays)
  const step = { from: "submitted", to: "accepted", reason: "", gatewayReference: "" } as const
  const end = { refunded: 0, confirmationNumber: "C-elsewhere", now: noon, claimedUntil: noon }
  await writeStep(tx, client, id, { ...step, ...end })
}

/** Charges the announced product, after which the account system reverses the payment. */
async function takeBack(tx: Queries, client: string, pays: NewPayment["pays"] = null) {
  await charge(tx, client, policy, pays)
  await markRevoked(tx, client, id, noon)
}

async function submit(
  tx: Queries,
  client: string,
  of = policy,
  pays: NewPayment["pays"] = null,
): Promise<void> {
  const text = { accountNumber: account, policyNumber: of, productDesc: "", gateway: "" }
  const named = { methodRecordId: "", methodLabel: "", methodLastFour: "", methodReference: "" }
  const made = { client, id, number: 99, amount: 100, idempotencyKey: id, siteAddress: "" }
  const kinds = { origin: "autoPay", methodKind: "card", pays } as const
  const unknown = { dueDate: null, coveredUntil: null, graceUntil: null }
  const nothing = { ...unknown, staffUserid: null, submittedAt: noon }
  const payment = { ...text, ...named, ...made, ...kinds, ...nothing, billNumbers: [1] }
  await insertPayment(tx, payment, noon)
}
