import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { writePayout } from "#services/payments/reconciliation/movements.store.ts"
import { either, ids, shared } from "./keys.ts"
import { addMovement, addPayment, addPaymentEvent } from "./tables.ts"

const { noon } = shared
const paymentId = ids.payment.disputed

/**
 * Gives a client a payment with the same numbers that was refunded in part and whose dispute was
 * lost, a refund in the payout that both clients share, and a charge in a payout of this client
 * alone. The gateway has refunded a dollar more than our records show.
 */
export async function writeDisputes(tx: Queries, client: string): Promise<void> {
  const refunded = either(client, "5.00", "7.00")
  await addPayment(tx, {
    ...{ client, id: paymentId, accountNumber: shared.refundedAccount, origin: "payNow" },
    ...{ policyNumber: "4009990022", productDesc: "A disputed product", status: "disputed" },
    ...{ idempotencyKey: "a disputed payment", amount: either(client, 40, 60), refunded },
    ...{ confirmationNumber: `C-${client}-disputed`, appliedAt: noon },
  })
  const at = either(client, noon, later(noon, { days: 1 }))
  for (const [number, status, reason] of [
    [1, "accepted", ""],
    [2, "settled", refunded],
    [3, "disputed", ""],
    [4, "disputeLost", ""],
  ] as const) {
    await addPaymentEvent(tx, { client, paymentId, number, status, reason, at })
  }
  const amount = either(client, 4_000, 6_000)
  const payout = `po of ${client}`
  await addMovement(tx, {
    ...{ client, paymentId, kind: "refund", reference: `refund of ${client}`, payout: "po_1" },
    amount: either(client, -600, -800),
  })
  await addMovement(tx, { client, paymentId, reference: `charge of ${client}`, amount, payout })
  const paid = { status: "paid", arrivesOn: "2026-03-05", isItemized: true } as const
  await writePayout(tx, "sandbox", { ...paid, reference: payout, amount, madeAt: noon })
}
