import { dollarsOf } from "#contracts/money.ts"
import type { Queries } from "#database/sql.ts"
import { counted } from "#platform/text/words.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { DataSubject } from "../people.ts"
import { findUnderWay } from "../under-way.store.ts"

/** The reasons in our tables why the person cannot be erased now, one line each. */
export async function ownErasureBlockers(
  queries: Queries,
  { client, account }: DataSubject,
): Promise<string[]> {
  const { now, later } = await findUnderWay(queries, client, account)
  const payments = now.payments + later.payments
  const refunds = now.refunds + later.refunds
  const corrections = now.corrections + later.corrections
  // Deletions of payment methods at the gateway do not block: the erasure deletes the methods, too.
  const { changes } = now
  const { events } = later
  const lines: [number, string][] = [
    [payments, `${counted(payments, "payment")} not decided or posted, or disputed at the bank`],
    [refunds, `${counted(refunds, "refund")} not finished`],
    [
      corrections,
      `${counted(corrections, "credit or write-off", "credits or write-offs")} not finished`,
    ],
    [changes, `${counted(changes, "change")} on the way to the gateway or the account system`],
    [events, `${counted(events, "event")} not delivered: see npm run my-account -- events`],
  ]
  return lines.filter(([count]) => count > 0).map(([, text]) => text)
}

/**
 * The reasons in the account system: products on auto pay, and unpaid bills.
 *
 * Errors: `AccountSystemAway`.
 */
export async function accountErasureBlockers(
  policyAdmin: PolicyAdmin,
  { client, account }: DataSubject,
): Promise<string[]> {
  const found = await policyAdmin.account(client, account)
  return (found?.products ?? []).flatMap(({ policyNumber, active, billing }) => {
    const owed = billing.openAmounts.reduce((sum, bill) => sum + bill.owed, 0)
    return [
      ...(active && billing.paymentMethodRecordId !== null
        ? [`product ${policyNumber} is on auto pay`]
        : []),
      ...(owed > 0 ? [`${dollarsOf(owed)} is owed for product ${policyNumber}`] : []),
    ]
  })
}
