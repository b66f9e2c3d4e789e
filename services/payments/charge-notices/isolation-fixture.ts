import type { Queries } from "#database/sql.ts"
import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { noticed } from "#testing/twin-notices.store.ts"
import { shared, sharedId } from "#testing/twin-rows.store.ts"
import { insertAuthorization } from "../authorizations/authorizations.store.ts"
import { closeChange, insertChange } from "../auto-pay/auto-pay.store.ts"
import { writeStep } from "../processing/charging.store.ts"
import { insertPayment } from "../processing/payments.store.ts"
import { addDifferences } from "../reconciliation/differences.store.ts"
import * as announced from "./announced-charges.store.ts"
import { findDroppedCharges } from "./dropped-charges.store.ts"
import { countUntoldCharges, findUntoldCharges } from "./untold-charges.store.ts"

const { account, recordId, noon } = shared
const { policy, billsDueBy, runDays } = noticed
const id = "00000000-0000-4000-8000-0000000000fd"

export const chargeNoticeCases: IsolationCase[] = [
  {
    name: "findKnownCharges",
    run: (tx, client) => knownCharges(tx, client),
  },
  {
    name: "findKnownCharges when only this client's change of auto pay is made",
    async run(tx, client) {
      await closeChange(tx, client, sharedId(4), "made")
      return await inTurn([recordId, "another method"], (one) => knownCharges(tx, client, one))
    },
  },
  {
    name: "findKnownCharges when the other client has a contradicted payment",
    async run(tx, client) {
      const elsewhere = client === "harbor" ? "twin" : "harbor"
      await charge(tx, elsewhere)
      // The payment with the same id is one of another product here.
      await charge(tx, client, "4009990077")
      for (const one of [client, elsewhere]) await contradict(tx, one)
      return await knownCharges(tx, client)
    },
  },
  {
    name: "findKnownCharges when the other client's change of auto pay is not made yet",
    async run(tx, client) {
      await askChange(tx, client === "harbor" ? "twin" : "harbor")
      return await knownCharges(tx, client, "another method")
    },
  },
  {
    name: "findKnownCharges when the other client has charged the product after the agreement",
    async run(tx, client) {
      await closeChange(tx, client, sharedId(4), "made")
      await charge(tx, client === "harbor" ? "twin" : "harbor")
      return await knownCharges(tx, client)
    },
  },
  { name: "insertAnnouncement", run: (tx, client) => announce(tx, client, id, billsDueBy) },
  {
    name: "insertAnnouncement when only this client's change of auto pay is made",
    async run(tx, client) {
      await closeChange(tx, client, sharedId(4), "made")
      // Each client has an agreement about the bills of one of these days.
      await announce(tx, client, id, "2026-04-20")
      await announce(tx, client, "00000000-0000-4000-8000-0000000000fc", "2026-04-21")
    },
  },
  {
    name: "findDroppedCharges",
    run: (tx, client) =>
      findDroppedCharges(tx, client, {
        since: "2026-01-01",
        today: "2026-12-31",
        after: "00000000-0000-0000-0000-000000000000",
        limit: 100,
      }),
  },
  { name: "findUntoldCharges", run: (tx, client) => findUntoldCharges(tx, client, account) },
  {
    name: "countUntoldCharges",
    run: (tx, client) => countUntoldCharges(tx, client, "2026-01-01", "2026-12-31"),
  },
  {
    name: "markCharged",
    run: (tx, client) => announced.markCharged(tx, client, sharedId(12), sharedId(1)),
  },
  {
    name: "supersedeAnnouncements",
    run: (tx, client) => announced.supersedeAnnouncements(tx, client, policy, id, noon),
  },
  {
    name: "supersedeAnnouncements when only the other client's announcement is open",
    async run(tx, client) {
      await announced.closeAnnounced(tx, client, sharedId(12), noon)
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
      await closeChange(tx, client, sharedId(4), "made")
      await announced.supersedeOtherMethods(tx, client, policy, "another method", noon)
    },
  },
  {
    name: "supersedeAgreement",
    run: (tx, client) => announced.supersedeAgreement(tx, client, sharedId(4), noon),
  },
  { name: "findAnnounced", run: (tx, client) => announced.findAnnounced(tx, client, sharedId(12)) },
  {
    name: "closeAnnounced",
    run: (tx, client) => announced.closeAnnounced(tx, client, sharedId(12), noon),
  },
  {
    name: "closeAnnounced with what it replaced",
    async run(tx, client) {
      for (const one of ["harbor", "twin"]) {
        // The first one is replaced by the second one.
        await announce(tx, one, id, "2026-06-20", "retry")
        await announce(tx, one, "00000000-0000-4000-8000-0000000000fc", "2026-06-20", "retry")
      }
      const newest = "00000000-0000-4000-8000-0000000000fc"
      await announced.closeAnnounced(tx, client, newest, noon, true)
    },
  },
  {
    name: "closeToldOtherwise",
    run: (tx, client) => {
      const product = { client, accountNumber: account, policyNumber: policy }
      return announced.closeToldOtherwise(tx, product, "2026-12-31", noon)
    },
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

/** A bill is open although the charge has paid it. */
async function contradict(tx: Queries, client: string): Promise<void> {
  const difference = { kind: "billPaid", client, reference: "", ours: 1, theirs: 0 } as const
  await addDifferences(
    tx,
    [{ ...difference, subject: `${client} ${id}`, paymentId: id, at: noon }],
    noon,
  )
}

async function askChange(tx: Queries, client: string): Promise<void> {
  const product = { client, accountNumber: account, policyNumber: policy }
  const actor = { actorKind: "customer", actorUserid: "a", subjectUserid: "a", ip: "" } as const
  await insertAuthorization(tx, {
    ...{ id, ...product, ...actor, kind: "add", content: "", version: "" },
    ...{ authorised: {}, agreedAt: noon },
  })
  const choice = { frequencyCode: "M", paymentMethodRecordId: null }
  const audited = { before: {}, after: {}, siteAddress: "" }
  const wanted = { ...choice, paymentMethodLabel: "" }
  await insertChange(
    tx,
    { authorizationId: id, ...product, seen: choice, wanted, ...audited },
    noon,
  )
}

/** Charges the announced product, or another one, by auto pay. */
async function charge(tx: Queries, client: string, of = policy): Promise<void> {
  const text = { accountNumber: account, policyNumber: of, productDesc: "", gateway: "" }
  const named = { methodRecordId: "", methodLabel: "", methodLastFour: "", methodReference: "" }
  const made = { client, id, number: 99, amount: 100, idempotencyKey: id, siteAddress: "" }
  const kinds = { origin: "autoPay", methodKind: "card", pays: null } as const
  const nothing = { dueDate: null, staffUserid: null, submittedAt: noon }
  const payment = { ...text, ...named, ...made, ...kinds, ...nothing, billNumbers: [1] }
  await insertPayment(tx, payment, noon)
  const step = { from: "submitted", to: "accepted", reason: "", gatewayReference: "" } as const
  const end = { refunded: 0, confirmationNumber: "C-elsewhere", now: noon, claimedUntil: null }
  await writeStep(tx, client, id, { ...step, ...end })
}
