import type { Queries } from "#database/sql.ts"
import { writeStanding } from "#services/payments/differences/standing-differences.store.ts"
import { either, ids, shared } from "./keys.ts"
import { addPayment, addSuspension } from "./tables.ts"

const { refusedPolicy: policyNumber, noon } = shared

/**
 * Adds two payments of a client: a charge that the gateway refused, and a debit with a warning of
 * fraud. Only the second tenant has suspended auto pay after the refusal and got a new agreement
 * since, and only its debit was returned.
 */
export async function writeRefused(tx: Queries, client: string): Promise<void> {
  const { refused, debit } = ids.payment
  const payment = { client, policyNumber, methodKind: "bank", billNumbers: [1], appliedAt: noon }
  await addPayment(tx, {
    ...{ ...payment, id: refused, number: 1, idempotencyKey: "refused 1" },
    ...{ status: "canceled", reason: "refused" },
  })
  await addPayment(tx, {
    ...{ ...payment, id: debit, number: 2, idempotencyKey: "refused 2" },
    ...{ confirmationNumber: "C-debit", status: either(client, "settled", "returned") },
    reason: either(client, "", "account_closed"),
  })
  const warning = { kind: "fraudWarning", client, subject: `payment ${debit}` } as const
  await writeStanding(tx, warning, { paymentId: debit, at: noon }, noon)
  if (client === "harbor") return
  await addSuspension(tx, {
    ...{ client, id: ids.suspension.afterRefusal, policyNumber, paymentId: refused },
    ...{ reason: "refused", endedAt: new Date("2999-01-01T00:00:00Z") },
  })
}
