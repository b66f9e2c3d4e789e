import { later } from "#platform/time.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import {
  insertCorrection,
  markCorrectionPosted,
} from "#services/payments/adjustments/corrections.store.ts"
import { insertRefund } from "#services/payments/adjustments/refunds.store.ts"
import type { Payment } from "#services/payments/paying/payments.store.ts"
import type { TestApp } from "#testing/app.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { makeDue, type Subject } from "./people-fixture.ts"

/** The fields of a request of this staff member that is pending approval. */
function waiting({ clock }: TestApp, requestedBy: string) {
  const id = crypto.randomUUID()
  return {
    id,
    status: "waiting" as const,
    idempotencyKey: id,
    requestedBy,
    requestedAt: clock.now(),
    expiresAt: later(clock.now(), { hours: 1 }),
    nextTryAt: null,
  }
}

/** A refund that is pending approval. */
export async function waitingRefund(
  app: TestApp,
  { client, user }: Subject,
  requestedBy: string,
  { id: paymentId }: Payment,
) {
  const request = waiting(app, requestedBy)
  await insertRefund(app.database, {
    ...request,
    ...{ paymentId, client, accountNumber: user.accountNumber },
    ...{ amount: 100, reopens: false, reason: "Paid twice" },
    gatewayReference: "",
    succeededAt: null,
  })
  if (requestedBy === "agent.osei") await giveRoles(app.database, requestedBy)
  return { values: { id: request.id } }
}

/** A write-off that is pending approval. */
export async function waitingWriteOff(
  app: TestApp,
  { client, user }: Subject,
  requestedBy: string,
) {
  const request = waiting(app, requestedBy)
  const { accountNumber, policyNumber } = user
  await makeDue(app, client, policyNumber)
  await insertCorrection(app.database, {
    ...request,
    ...{ client, accountNumber, policyNumber, productDesc: "Whole Life" },
    ...{ kind: "writeOff", amount: 1, reason: "Too small to collect" },
    ...{ billNumber: 1, billDueDate: "2026-03-15", reverses: null, reversedKind: null },
  })
  if (requestedBy === "agent.osei") await giveRoles(app.database, requestedBy)
  return { values: { id: request.id } }
}

/** A posted credit, and a request to reverse it. */
export async function postedCredit(app: TestApp, { client, user }: Subject) {
  const { id, ...request } = { ...waiting(app, "agent.osei"), status: "approved" as const }
  const { accountNumber, policyNumber } = user
  await makeDue(app, client, policyNumber)
  const amount = 100
  const product = { client, accountNumber, policyNumber }
  await insertCorrection(app.database, {
    ...{ ...request, ...product, id, amount, productDesc: "Whole Life", reason: "Goodwill" },
    ...{ kind: "credit", billNumber: null, billDueDate: null, reverses: null, reversedKind: null },
  })
  const posting = { ...product, creditId: id, amount, on: "2026-03-01", note: "Goodwill" }
  await createEmbeddedPolicyAdmin(app.database).postCredit(posting)
  await markCorrectionPosted(app.database, client, id, amount, app.clock.now())
  return { body: { of: "correction", id, reason: "Given twice" } }
}
