import type { Queries } from "#database/sql.ts"
import { earlier, later } from "#platform/time.ts"
import { addDifferences } from "#services/payments/differences/differences.store.ts"
import { clients, either, ids, shared } from "./keys.ts"
import { secondTenant } from "./second-tenant.ts"
import { addAnnouncement, addCorrection, addPayment, addRefund } from "./tables.ts"

const { noon, refundedAccount } = shared
const client = secondTenant

/**
 * Opens bills that payments of both clients have paid: bills of one payment at the second tenant,
 * and of two at Harbor Mutual. Only the second tenant has taken back the accepted payment,
 * announced the settled one, refunded the other client's amount of the disputed one, and an older
 * payment in that account.
 */
export async function writePayable(tx: Queries): Promise<void> {
  for (const one of clients) await writeOpenBills(tx, one)
  await addCorrection(tx, {
    ...{ client, id: ids.correction.reversal, policyNumber: shared.paidPolicy, productDesc: "" },
    ...{ kind: "reversal", reverses: ids.payment.accepted, reversedKind: "payment" },
    ...{ amount: 100, postedAmount: 100, reason: "", status: "posted", postedAt: noon },
    idempotencyKey: "the reversal of a payment",
  })
  const day = "2026-02-10"
  await addAnnouncement(tx, {
    ...{ client, id: ids.announcement.charged, policyNumber: "4009990088", kind: "retry" },
    ...{ chargeOn: day, billsDueBy: day, dueDates: [day], amount: 1_000 },
    ...{ announcedOn: "2026-02-01", paymentId: ids.payment.settled },
  })
  await addRefund(tx, {
    ...{ client, id: ids.refund.ofDisputed, paymentId: ids.payment.disputed, status: "succeeded" },
    ...{ accountNumber: refundedAccount, amount: 500, gatewayReference: "re_payable" },
    ...{ succeededAt: noon, postedAt: noon },
  })
  await addPayment(tx, {
    ...{ client, id: ids.payment.older, accountNumber: refundedAccount, status: "declined" },
    ...{ policyNumber: "4009990088", idempotencyKey: "older" },
    submittedAt: earlier(noon, { days: 1 }),
  })
}

async function writeOpenBills(tx: Queries, one: string) {
  const { accepted, declined } = ids.payment
  const difference = { kind: "billPaid", client: one, reference: "", theirs: 0, at: noon } as const
  await addDifferences(
    tx,
    either(one, [accepted, declined], [accepted]).map((paymentId) => ({
      ...difference,
      subject: `${one} ${paymentId}`,
      paymentId,
      ours: either(one, 1, 2),
    })),
    either(one, noon, later(noon, { hours: 1 })),
  )
}
