import { type Queries, sql } from "#database/sql.ts"
import { writeDifferences } from "#services/payments/reconciliation/differences.store.ts"
import { writeMovements, writePayout } from "#services/payments/reconciliation/movements.store.ts"

/** Adds two movements and a difference of each payment of both clients, and a payout that they share. */
export async function writeTwinReconciliation(tx: Queries, at: Date): Promise<void> {
  const paid = await tx.rows<{ id: string; client: string }>(
    sql`select id, client from myaccount_core.payment order by id`,
  )
  const movement = { kind: "charge", charge: "", amount: 100, fee: 3, at } as const
  const movements = paid.flatMap(({ id }) =>
    ["", "po_1"].map((payout) => ({ ...movement, reference: `${id} ${payout}`, key: id, payout })),
  )
  await writeMovements(tx, "sandbox", movements)
  const payout = { reference: "po_1", amount: 1, arrivesOn: "2026-03-04", madeAt: at } as const
  await writePayout(tx, "sandbox", { ...payout, status: "paid", isItemized: true })
  const difference = { kind: "balance", reference: "", ours: 1, theirs: 2, at } as const
  const differences = paid.map(({ id, client }) => ({
    ...difference,
    subject: id,
    client,
    paymentId: id,
  }))
  await writeDifferences(tx, differences, at)
}
