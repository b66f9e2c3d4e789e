import { type Queries, sql } from "#database/sql.ts"
import { writeDifferences } from "#services/payments/differences/differences.store.ts"
import { writeStanding } from "#services/payments/differences/standing-differences.store.ts"
import { storeUnmatchedReport } from "#services/payments/paying/unmatched-reports.store.ts"
import { writePayout } from "#services/payments/reconciliation/movements.store.ts"
import { ids, shared } from "./keys.ts"
import { addMovement } from "./tables.ts"

const { noon: at } = shared

/**
 * Adds two movements of each payment that both clients have without one, except Harbor Mutual's
 * settled payment, and differences for each; a payout that they share; and a report about a
 * payment of both. The gateway identifies a payment by its id, which is the same at both clients.
 */
export async function writeReconciliation(tx: Queries): Promise<void> {
  const paid = await tx.rows<{ id: string; client: string }>(
    sql`select id, client from myaccount_core.payment p
      where not exists (select from myaccount_core.gateway_movement m
        where m.client = p.client and m.payment_id = p.id)
      order by id, client`,
  )
  for (const { id: paymentId, client } of paid) {
    if (paymentId === ids.payment.settled && client === "harbor") continue
    for (const payout of ["", "po_1"]) {
      const reference = `${client} ${paymentId} ${payout}`
      await addMovement(tx, { client, paymentId, reference, amount: 100, fee: 3, payout })
    }
  }
  const payout = { reference: "po_1", amount: 1, arrivesOn: "2026-03-04", madeAt: at } as const
  await writePayout(tx, "sandbox", { ...payout, status: "paid", isItemized: true })
  const difference = { kind: "balance", reference: "", ours: 1, theirs: 2, at } as const
  const differences = paid.map(({ id, client }) => ({
    ...difference,
    subject: `${client} ${id}`,
    client,
    paymentId: id,
  }))
  await writeDifferences(tx, differences, at)
  for (const { id: paymentId, client } of paid) {
    const subject = `payment ${paymentId}`
    for (const kind of ["notCharged", "fraudWarning"] as const) {
      await writeStanding(tx, { kind, client, subject }, { paymentId, at }, at)
    }
  }
  const report = {
    key: ids.payment.accepted,
    reference: "",
    status: "settled",
    reason: "",
  } as const
  await storeUnmatchedReport(tx, "sandbox", { ...report, refundedAmount: 0 }, at)
}
