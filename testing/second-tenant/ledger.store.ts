import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { writePayout } from "#services/payments/reconciliation/movements.store.ts"
import { addMovement } from "./reconciliation.store.ts"
import { secondTenant } from "./second-tenant.ts"

/**
 * Gives both clients a payment with the same numbers that was refunded in part and whose dispute
 * was lost, and a payout that contains no money of the other client.
 */
export async function writeLedger(tx: Queries, at: Date, id: string): Promise<void> {
  for (const client of ["harbor", secondTenant]) {
    await writePayment(tx, client, id, at)
    await writeMoney(tx, client, id, at)
  }
}

async function writePayment(tx: Queries, client: string, id: string, at: Date) {
  const refunded = client === secondTenant ? "7.00" : "5.00"
  await tx.rows(
    sql`insert into myaccount_core.payment (id, client, account_number, policy_number, number,
        idempotency_key, origin, amount, refunded, due_date, product_desc, gateway,
        method_reference, method_record_id, method_kind, method_label, method_last_four,
        site_address, status, confirmation_number, submitted_at, decided_at, applied_at, next_try_at)
      values (${id}, ${client}, 'HM2099990', '4009990022', 1, 'a disputed payment', 'payNow',
        ${client === secondTenant ? 60 : 40}, ${refunded}, '2026-03-15', 'A disputed product', 'sandbox',
        'r', 'PM-20418', 'card', 'Visa ending in 4242', '4242', ${`http://${client}.localhost`},
        'disputed', ${`C-${client}-disputed`}, ${at}, ${at}, ${at}, null)`,
  )
  for (const [number, status, reason] of [
    [1, "accepted", ""],
    [2, "settled", refunded],
    [3, "disputed", ""],
    [4, "disputeLost", ""],
  ] as const) {
    await tx.rows(
      sql`insert into myaccount_core.payment_event (client, payment_id, number, status, reason, at)
        values (${client}, ${id}, ${number}, ${status}, ${reason},
          ${client === secondTenant ? later(at, { days: 1 }) : at})`,
    )
  }
}

/**
 * Writes a refund in the payout that both clients share, and a charge in a payout of this client
 * alone. The gateway has refunded a dollar more than our records show.
 */
async function writeMoney(tx: Queries, client: string, paymentId: string, at: Date) {
  const [charged, refunded] = client === secondTenant ? [6_000, 800] : [4_000, 600]
  const payout = `po of ${client}`
  const movement = { client, paymentId, fee: 0, at }
  const refund = { kind: "refund", amount: -refunded, payout: "po_1" } as const
  await addMovement(tx, { ...movement, ...refund, reference: `refund of ${client}` })
  const charge = { kind: "charge", amount: charged, payout } as const
  await addMovement(tx, { ...movement, ...charge, reference: `charge of ${client}` })
  const paid = { status: "paid", arrivesOn: "2026-03-05", madeAt: at, isItemized: true } as const
  await writePayout(tx, "sandbox", { ...paid, reference: payout, amount: charged })
}
