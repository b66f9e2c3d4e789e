import { ApiError } from "#contracts/messages.ts"
import { dollarAmount } from "./payment-presenter.ts"

/**
 * Checks the amount of a payment, in cents. The smallest and the largest payable amount are the
 * same: exactly what is due.
 *
 * Errors: `payment.nothingDue`, `payment.lessThanDue`, `payment.amountChanged`.
 */
export function checkPayableAmount(amount: number, due: number): void {
  if (due === 0) throw new ApiError("payment.nothingDue")
  if (amount < due) throw new ApiError("payment.lessThanDue", dollarAmount(due))
  if (amount > due) throw new ApiError("payment.amountChanged", dollarAmount(due))
}
