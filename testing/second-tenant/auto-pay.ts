import type { Queries } from "#database/sql.ts"
import { either, ids, shared } from "./keys.ts"
import {
  addAuthorization,
  addAutoPayChange,
  addPayment,
  addSkip,
  addStaffApproval,
  addSuspension,
} from "./tables.ts"

/**
 * Writes an agreement to auto pay in each state. Only the second tenant assigns the products to the
 * payment method that both have.
 */
export async function writeAgreements(tx: Queries, client: string): Promise<void> {
  const paymentMethodRecordId = either(client, "PM-20502", shared.recordId)
  for (const [id, policyNumber, state] of [
    [ids.authorization.asked, shared.policy, "asked"],
    [ids.authorization.made, shared.quietPolicy, "made"],
    [ids.authorization.decided, shared.decidedPolicy, either(client, "made", "refused")],
  ] as const) {
    await addAuthorization(tx, { client, id, policyNumber })
    const change = { client, authorizationId: id, policyNumber, state }
    await addAutoPayChange(tx, { ...change, wanted: { paymentMethodRecordId } })
  }
}

/** Suspends auto pay of a product that both clients have, and of another product at each. */
export async function writeSuspensions(tx: Queries, client: string): Promise<void> {
  const { policy, paidPolicy, quietPolicy, recordId: methodRecordId } = shared
  const suspension = { client, methodRecordId, reason: `of ${client}` }
  await addSuspension(tx, {
    ...{ ...suspension, id: ids.suspension.afterFailure, paymentId: ids.payment.declined },
    policyNumber: either(client, paidPolicy, policy),
  })
  const { withoutPayment } = ids.suspension
  await addSuspension(tx, { ...suspension, id: withoutPayment, policyNumber: quietPolicy })
  if (client === "harbor") return
  // Only the second tenant has a failed charge of one crossed account, and a suspension of the
  // other one.
  const [ofFailure = "", ofSuspension = ""] = shared.crossedAccounts
  await addPayment(tx, {
    ...{ client, id: ids.payment.crossed, accountNumber: ofFailure, policyNumber: quietPolicy },
    ...{ number: 90, idempotencyKey: "news", status: "declined" },
  })
  const [policyNumber = ""] = shared.crossedPolicies
  const crossed = { client, id: ids.suspension.crossed, policyNumber, reason: "news" }
  await addSuspension(tx, { ...crossed, accountNumber: ofSuspension })
}

/** Writes a skip, and an action of staff that is pending approval. */
export async function writeRequests(tx: Queries, client: string): Promise<void> {
  const day = either(client, "2026-03-13", "2026-03-12")
  const skip = { id: ids.skip.asked, policyNumber: shared.quietPolicy, state: "asked" }
  await addSkip(tx, { client, ...skip, chargeOn: day, dueDates: [day] })
  await addStaffApproval(tx, { client, id: ids.staffApproval })
}
