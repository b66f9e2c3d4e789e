import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { bookOf } from "./books.store.ts"
import { either, ids, shared } from "./keys.ts"
import { addCorrection, addEntry, addLotNote, addRefund, addReversal } from "./tables.ts"

const { policy: policyNumber, noon } = shared

/**
 * Gives a client a credit that is pending approval, a posted one, one that the job will post, a
 * refund that failed after it was made, the note of a credit, and the reversal of a credit. Both
 * clients have the same keys, and different amounts and reasons.
 */
export async function writeCorrections(tx: Queries, client: string): Promise<void> {
  const { waiting, posted, approved } = ids.correction
  const amount = either(client, 800, 900)
  const inAnHour = later(noon, { hours: 1 })
  await addCorrection(tx, {
    ...{ client, id: waiting, status: "waiting", idempotencyKey: "the key of a credit" },
    expiresAt: inAnHour,
  })
  await addCorrection(tx, {
    ...{ client, id: posted, status: "posted", idempotencyKey: "the key of another credit" },
    ...{ postedAmount: amount, postedAt: noon },
  })
  await addCorrection(tx, {
    ...{ client, id: approved, status: "approved" },
    ...{ idempotencyKey: "the key of an approved credit", tries: 1 },
    nextTryAt: either(client, noon, inAnHour),
  })
  await addRefund(tx, {
    ...{ client, id: ids.refund.failed, paymentId: ids.payment.accepted, status: "failed", amount },
    ...{ gatewayReference: "re_1", succeededAt: noon, failedAt: noon, postedAt: noon },
  })
  const lot = "a credit"
  await addLotNote(tx, { client, policyNumber, lot })
  const reversal = { kind: "correctionReversal", reversalId: "a reversed credit", amount }
  await addReversal(tx, { client, ...reversal, paymentId: lot })
  const book = await bookOf(tx, client, policyNumber)
  const entry = { client, policyNumber, book, number: 60, kind: "credit", amount }
  await addEntry(tx, { ...entry, lot, cause: lot })
}
