import { type Queries, sql } from "#database/sql.ts"
import { writeMovements, writePayout } from "#services/payments/reconciliation/movements.store.ts"
import { twin } from "./twin-client.ts"

/**
 * Gives both clients a payment with the same numbers that was refunded in part and whose dispute was lost,
 * and a payout that contains no money of the other client.
 */
export async function writeTwinLedger(
  tx: Queries,
  at: Date,
  idOf: (client: string) => string,
): Promise<void> {
  for (const client of ["harbor", twin]) {
    await writePayment(tx, client, idOf(client), at)
    await writeMoney(tx, client, idOf(client), at)
  }
  // Each client has a movement that names the other client's payment. The sweep writes none.
  for (const [client, other] of [
    ["harbor", twin],
    [twin, "harbor"],
  ] as const) {
    await tx.rows(
      sql`insert into myaccount_core.gateway_movement
          (gateway, reference, kind, charge, amount, fee, at, payout, payment_id, client)
        values ('sandbox', ${`crossed of ${client}`}, 'charge', '', 900, 9, ${at}, '',
          ${idOf(other)}, ${client})`,
    )
  }
}

async function writePayment(tx: Queries, client: string, id: string, at: Date) {
  const refunded = client === twin ? "7.00" : "5.00"
  await tx.rows(
    sql`insert into myaccount_core.payment (id, client, account_number, policy_number, number,
        idempotency_key, origin, amount, refunded, due_date, product_desc, gateway,
        method_reference, method_record_id, method_kind, method_label, method_last_four,
        site_address, status, confirmation_number, submitted_at, decided_at, applied_at, next_try_at)
      values (${id}, ${client}, 'HM2099990', '4009990022', 1, 'a disputed payment', 'payNow',
        ${client === twin ? 60 : 40}, ${refunded}, '2026-03-15', 'A disputed product', 'sandbox',
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
      sql`insert into myaccount_core.payment_event (payment_id, number, status, reason, at)
        values (${id}, ${number}, ${status}, ${reason}, ${at})`,
    )
  }
}

/** A refund in the payout that both clients share, and a charge in a payout of this client alone. */
async function writeMoney(tx: Queries, client: string, key: string, at: Date) {
  const cents = client === twin ? 700 : 500
  const payout = `po of ${client}`
  const movement = { key, charge: "", fee: 0, at }
  await writeMovements(tx, "sandbox", [
    { ...movement, reference: `refund ${key}`, kind: "refund", amount: -cents, payout: "po_1" },
    { ...movement, reference: `charge ${key}`, kind: "charge", amount: cents, payout },
  ])
  const paid = { status: "paid", arrivesOn: "2026-03-05", madeAt: at, isItemized: true } as const
  await writePayout(tx, "sandbox", { ...paid, reference: payout, amount: cents })
}
