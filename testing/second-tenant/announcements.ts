import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { beginBillingRun } from "../billing-runs.store.ts"
import { either, ids, shared } from "./keys.ts"
import {
  addAnnouncement,
  addCorrection,
  addNotice,
  addPayment,
  addSkip,
  addSuspension,
} from "./tables.ts"

const { announcedPolicy, billsDueBy, runDays, refundedAccount, noon } = shared
const otherPolicy = "4009990066"
const inAnHour = later(noon, { hours: 1 })

/**
 * Announces two charges of the same product for a client: a retry and an agreement. The second
 * tenant has charged the product, and made its agreement after that charge. Both have a third
 * announcement of the product, whose payment was declined at one and canceled at the other.
 */
export async function writeAnnouncements(tx: Queries, client: string): Promise<void> {
  const amount = either(client, 1_000, 2_000)
  const announced = {
    ...{ client, policyNumber: announcedPolicy, amount, methodRecordId: `of ${client}` },
    announcedAt: either(client, noon, later(noon, { hours: 2 })),
  }
  const retry = { kind: "retry", chargeOn: billsDueBy, billsDueBy }
  await addAnnouncement(tx, { ...announced, ...retry, id: ids.announcement.retry })
  const day = either(client, "2026-04-20", "2026-04-21")
  await addAnnouncement(tx, {
    ...{ ...announced, id: ids.announcement.agreement, kind: "agreement" },
    ...{ chargeOn: day, billsDueBy: day, authorizationId: ids.authorization.asked },
  })
  await writeUnsent(tx, client, ids.announcement.unsent, "2026-05-11")
  // The second tenant has one more charge without a notification.
  const isSecondTenant = client !== "harbor"
  if (isSecondTenant) await writeUnsent(tx, client, ids.announcement.alsoUnsent, "2026-05-15")
  await beginBillingRun(tx, client, either(client, ...runDays), noon)
  await writeCharges(tx, client)
  if (isSecondTenant) await writeReasons(tx, client)
}

async function writeUnsent(tx: Queries, client: string, id: string, day: string) {
  await addAnnouncement(tx, {
    ...{ client, id, policyNumber: "4009990033", kind: "notice", chargeOn: day, billsDueBy: day },
    ...{ amount: either(client, 1_000, 2_000), untold: true },
  })
}

/**
 * Writes an auto pay charge that was accepted and posted, an announced charge that was not made
 * and, at Harbor Mutual, the announcement of another product's charge with its parts.
 */
async function writeCharges(tx: Queries, client: string) {
  await addPayment(tx, {
    ...{ ...charge(client), id: ids.payment.announced, idempotencyKey: "an announced charge" },
    ...{ status: "accepted", confirmationNumber: `C-${client}-announced`, appliedAt: inAnHour },
  })
  await addPayment(tx, {
    ...{ ...charge(client), id: ids.payment.notMade, idempotencyKey: "not made", number: 95 },
    ...{ accountNumber: refundedAccount, policyNumber: announcedPolicy, billNumbers: [1] },
    ...{ status: either(client, "declined", "canceled"), reason: "refused" },
  })
  const announced = {
    ...{ client, accountNumber: refundedAccount, kind: "retry", announcedOn: "2026-01-02" },
    ...{ amount: 3_000, premium: 3_000, fee: 0, adjustment: 0, credit: 0 },
  }
  await addAnnouncement(tx, {
    ...{ ...announced, id: ids.announcement.notMade, policyNumber: announcedPolicy },
    ...{ chargeOn: "2026-01-20", billsDueBy: "2026-01-20", paymentId: ids.payment.notMade },
  })
  if (client !== "harbor") return
  await addAnnouncement(tx, {
    ...{ ...announced, id: ids.announcement.ofOtherProduct, policyNumber: otherPolicy },
    ...{ chargeOn: "2026-01-21", billsDueBy: "2026-01-21", paymentId: ids.payment.announced },
  })
}

/** A charge of the announced product, or of another one at Harbor Mutual. */
function charge(client: string) {
  const policyNumber = either(client, otherPolicy, announcedPolicy)
  return {
    ...{ client, policyNumber, productDesc: "", amount: 30 },
    ...{ submittedAt: inAnHour, decidedAt: inAnHour },
  }
}

/**
 * Writes the reasons for dropping a charge of the announced product. Only the second tenant has
 * them.
 */
async function writeReasons(tx: Queries, client: string) {
  const product = { client, policyNumber: announcedPolicy }
  await addPayment(tx, {
    ...{ ...charge(client), id: ids.payment.byHand, origin: "payNow", number: 91 },
    ...{ idempotencyKey: "by hand", confirmationNumber: "C-by-hand" },
    ...{ status: "accepted", appliedAt: inAnHour },
  })
  await addCorrection(tx, {
    ...{ ...product, id: ids.correction.ofDroppedCharge, productDesc: "", status: "posted" },
    ...{ amount: 100, postedAmount: 100, reason: "", requestedAt: inAnHour, postedAt: inAnHour },
    ...{ idempotencyKey: "the credit of a dropped charge", postingStoredAt: new Date() },
  })
  const day = "2026-03-19"
  await addSkip(tx, {
    ...{ ...product, id: ids.skip.ofDroppedCharge, chargeOn: day, dueDates: [day], state: "made" },
    ...{ productDesc: "", siteAddress: "", actorUserid: "", subjectUserid: "" },
    askedAt: inAnHour,
  })
  await addSuspension(tx, {
    ...{ ...product, id: ids.suspension.ofDroppedCharge, reason: "dropped", suspendedAt: inAnHour },
  })
  const { retry, agreement, notMade } = ids.announcement
  for (const id of [retry, agreement, notMade]) {
    await addNotice(tx, { client, subject: `not charged ${id}`, sentAt: inAnHour })
  }
}
