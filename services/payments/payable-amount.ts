import { ApiError } from "#contracts/messages.ts"
import type { Billing } from "#ports/policy-admin/port.ts"
import { totalDue } from "#services/products/due-status.ts"
import { dollarAmount } from "./payment-presenter.ts"

/**
 * Checks the amount of a payment, in cents. The smallest and the largest payable amount are the
 * same: exactly what is due.
 *
 * Errors: `payment.nothingDue`, `payment.lessThanDue`, `payment.amountChanged`.
 */
export function checkPayableAmount(amount: number, billing: Billing): void {
  const due = totalDue(billing)
  if (due === 0) throw new ApiError("payment.nothingDue")
  if (amount < due) throw new ApiError("payment.lessThanDue", dollarAmount(due))
  if (amount > due) throw new ApiError("payment.amountChanged", dollarAmount(due))
}
