import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { either, ids, shared } from "./keys.ts"
import {
  addMethod,
  addMethodRequest,
  addNotice,
  addPayment,
  addPaymentEvent,
  addRefund,
} from "./tables.ts"

const { noon } = shared

/** Writes a payment in each state. The second tenant has one more payment, and other events. */
export async function writePayments(tx: Queries, client: string): Promise<void> {
  const isSecondTenant = either(client, false, true)
  const payment = ids.payment
  await addPayment(tx, {
    ...{ client, id: payment.submitted, policyNumber: shared.policy, status: "submitted" },
    ...{ number: either(client, 2, 4), idempotencyKey: shared.idempotencyKey },
    ...{ authenticateBy: noon, authorizationId: ids.authorization.asked },
  })
  await addPayment(tx, {
    ...{ client, id: payment.accepted, policyNumber: shared.paidPolicy, status: "accepted" },
    ...{ number: either(client, 5, 7), idempotencyKey: `of ${client}` },
    ...{ confirmationNumber: "C-1", appliedAt: noon, methodKind: either(client, "card", "bank") },
  })
  await addPayment(tx, {
    ...{ client, id: payment.declined, policyNumber: shared.quietPolicy, status: "declined" },
    ...{ number: either(client, 1, 3), idempotencyKey: "declined" },
  })
  const nextTryAt = either(client, noon, later(noon, { hours: 1 }))
  await addPayment(tx, {
    ...{ client, id: payment.settled, policyNumber: shared.settledPolicy, status: "settled" },
    ...{ idempotencyKey: "settled", confirmationNumber: "C-3", nextTryAt },
  })
  await addPayment(tx, {
    ...{ client, id: payment.returned, policyNumber: shared.settledPolicy, status: "returned" },
    ...{ number: 2, idempotencyKey: "returned", confirmationNumber: "C-4", appliedAt: noon },
    nextTryAt,
  })
  // Harbor Mutual recorded the return a week later than the second tenant.
  const at = either(client, later(noon, { days: 7 }), noon)
  await addPaymentEvent(tx, {
    ...{ client, paymentId: payment.returned, number: 1, status: "returned", at },
  })
  const events = [
    { paymentId: payment.submitted, number: either(client, 1, 7), status: "submitted" },
    { paymentId: payment.settled, number: 1, status: "settled" },
    ...(isSecondTenant ? [{ paymentId: payment.settled, number: 2, status: "returned" }] : []),
    { paymentId: payment.declined, number: 1, status: "declined" },
  ]
  for (const event of events) await addPaymentEvent(tx, { client, ...event })
  const refund = { client, paymentId: payment.accepted }
  const status = either(client, "accepted", "approved")
  await addRefund(tx, { ...refund, id: ids.refund.made, status, tries: 1, nextTryAt })
  await addRefund(tx, {
    ...{ ...refund, id: ids.refund.waiting, status: "waiting", amount: either(client, 100, 200) },
    ...{ reason: `A reason of ${client}`, idempotencyKey: "the key of a refund" },
    ...{ requestedBy: "agent.kim", expiresAt: later(noon, { hours: 1 }) },
  })
  // Only the second tenant has notified the person that the payment was declined.
  if (isSecondTenant) await addNotice(tx, { client, subject: `declined ${payment.declined}` })
}

/** Writes a deleted payment method, and requests to change and to delete another one. */
export async function writeMethods(tx: Queries, client: string): Promise<void> {
  const { recordId, deletedRecordId, tokenHash } = shared
  const lastFour = either(client, "1111", "2222")
  await addMethod(tx, { client, recordId: deletedRecordId, lastFour, deletedAt: noon })
  const change = { client, id: ids.methodRequest.change, kind: "change", tokenHash }
  await addMethodRequest(tx, {
    ...{ ...change, content: { kind: "change", of: client }, status: "open" },
    nextTryAt: either(client, noon, later(noon, { hours: 1 })),
  })
  const deletion = { client, id: ids.methodRequest.deletion, kind: "delete" }
  await addMethodRequest(tx, { ...deletion, status: either(client, "done", "refused") })
  // Only Harbor Mutual has notified the person that the card expires.
  if (client === "harbor") await addNotice(tx, { client, subject: `card ${recordId} 08/2031` })
}
