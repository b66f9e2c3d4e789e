import { dollarsOf } from "#contracts/money.ts"
import type { Queries } from "#database/sql.ts"
import { counted } from "#platform/text/words.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { DataSubject } from "../people.ts"
import { findUnderWay } from "../under-way.store.ts"

/** Why the person cannot be erased now, according to our tables: one line each. */
export async function ownErasureBlockers(
  queries: Queries,
  { client, account }: DataSubject,
): Promise<string[]> {
  const { now, later } = await findUnderWay(queries, client, account)
  const payments = now.payments + later.payments
  const refunds = now.refunds + later.refunds
  const corrections = now.corrections + later.corrections
  // Methods are deleted at the gateway by the erasure.
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
 * The same according to the account system: products on auto pay, and bills that are owed.
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
