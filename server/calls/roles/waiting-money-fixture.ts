import { later } from "#platform/time.ts"
import { insertCorrection } from "#services/payments/corrections/corrections.store.ts"
import type { Payment } from "#services/payments/processing/payments.store.ts"
import { insertRefund } from "#services/payments/refunds/refunds.store.ts"
import type { TestApp } from "#testing/app.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { makeDue, type Subject } from "./people-fixture.ts"

/** The fields of a request of this staff member that waits for approval. */
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

/** A refund that waits for approval. */
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

/** A write-off that waits for approval. */
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
    ...{ billNumber: 1, billDueDate: "2026-03-15" },
  })
  if (requestedBy === "agent.osei") await giveRoles(app.database, requestedBy)
  return { values: { id: request.id } }
}
