import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { NextCharge } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"

/**
 * Cents of a charge that belong to earlier bills and are less than the gateway's smallest charge,
 * so that they were carried to the next bill. 0 if there are none.
 *
 * Errors: `AccountSystemAway`.
 */
export async function carriedAmount(
  { policyAdmin }: Pick<Deps, "policyAdmin">,
  { client, accountNumber }: { client: string; accountNumber: string },
  policyNumber: string,
  { dueDates }: Pick<NextCharge, "dueDates">,
): Promise<number> {
  const earlier = dueDates.toSorted().slice(0, -1)
  if (earlier.length === 0) return 0
  const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
  const owed = bills
    .filter(({ dueDate }) => earlier.includes(dueDate))
    .reduce((sum, bill) => sum + bill.owed, 0)
  return owed < minimumCharge ? owed : 0
}
